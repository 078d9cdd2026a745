-- hall.db as the first version of odin serve wrote it, with ASTRID for the fingerprint of her key
PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE records (
        stream TEXT NOT NULL, version INTEGER NOT NULL, payload TEXT NOT NULL,
        PRIMARY KEY (stream, version)
    ) WITHOUT ROWID;
INSERT INTO records VALUES('8dd597b516d9265c966e074e13181e67',0,'{"fact":"opened","at":1700000741.1844485,"code":"XNE4UBAT","game":"odin","rules":1,"options":{},"seats":4,"seed":"feb8c64c8bb1658b43b8784ddc958401","given":false,"host":"ASTRID","host_name":"astrid","public":true,"spectators":true,"spectators_talk":true,"hints":true,"start_when_full":false,"move":null,"bank":0.0}');
INSERT INTO records VALUES('8dd597b516d9265c966e074e13181e67',1,'{"fact":"seated","at":1700000741.1844485,"seat":0,"name":"astrid","player":"ASTRID","bot":null}');
INSERT INTO records VALUES('8dd597b516d9265c966e074e13181e67',2,'{"fact":"seated","at":1700000741.1844485,"seat":1,"name":"Rolf","player":null,"bot":"karl"}');
INSERT INTO records VALUES('8dd597b516d9265c966e074e13181e67',3,'{"fact":"seated","at":1700000741.1844485,"seat":2,"name":"Liv","player":null,"bot":"karl"}');
INSERT INTO records VALUES('8dd597b516d9265c966e074e13181e67',4,'{"fact":"seated","at":1700000741.1844485,"seat":3,"name":"Finn","player":null,"bot":"karl"}');
INSERT INTO records VALUES('8dd597b516d9265c966e074e13181e67',5,'{"fact":"started","at":1700000741.1887875,"seed":null}');
INSERT INTO records VALUES('8dd597b516d9265c966e074e13181e67',6,'{"fact":"moved","at":1700000741.9898963,"seat":1,"move":"B2"}');
INSERT INTO records VALUES('8dd597b516d9265c966e074e13181e67',7,'{"fact":"moved","at":1700000742.7920794,"seat":2,"move":"Y3+B2"}');
INSERT INTO records VALUES('8dd597b516d9265c966e074e13181e67',8,'{"fact":"moved","at":1700000743.5941024,"seat":3,"move":"Y6+Y3"}');
INSERT INTO records VALUES('8dd597b516d9265c966e074e13181e67',9,'{"fact":"paused","at":1700000747.0854452,"empty":true}');
INSERT INTO records VALUES('hall',0,'{"fact":"tableadded","at":1700000741.1844485,"table":"8dd597b516d9265c966e074e13181e67"}');
COMMIT;
PRAGMA user_version = 1;
PRAGMA application_id = 219811951;
