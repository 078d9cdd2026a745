-- accounts.db as the first version of odin serve wrote it, with ASTRID for the fingerprint of her key
PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE accounts (
        id TEXT PRIMARY KEY, name TEXT NOT NULL, skeleton TEXT NOT NULL UNIQUE,
        chosen INTEGER NOT NULL DEFAULT 0, settings TEXT NOT NULL DEFAULT '',
        made REAL NOT NULL, seen REAL NOT NULL);
INSERT INTO accounts VALUES('ASTRID','astrid','astrid',0,'',1700000741.1834518909,1700000741.1834518909);
CREATE TABLE keys (fingerprint TEXT PRIMARY KEY, account TEXT NOT NULL, added REAL NOT NULL);
INSERT INTO keys VALUES('ASTRID','ASTRID',1700000741.1834518909);
CREATE TABLE codes (hash TEXT PRIMARY KEY, account TEXT NOT NULL, until REAL NOT NULL);
CREATE TABLE bans (what TEXT PRIMARY KEY, until REAL, why TEXT NOT NULL, by TEXT NOT NULL);
CREATE TABLE mutes (account TEXT PRIMARY KEY, until REAL NOT NULL);
COMMIT;
PRAGMA user_version = 1;
PRAGMA application_id = 219851975;
