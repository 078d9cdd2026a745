"""The schema in PostgreSQL and its migrations, each from one version to the next.

Hosts of the version before may still be running while a migration is applied: it adds, and takes
nothing away that they use.
"""

from collections.abc import Sequence

import asyncpg

from odin_server.log import NewerLog

MIGRATIONS: tuple[str, ...] = (
    """
    CREATE TABLE records (
        stream text NOT NULL, version integer NOT NULL, payload text NOT NULL, by text NOT NULL,
        PRIMARY KEY (stream, version));

    CREATE FUNCTION append_records(
        streams text[], versions integer[], payloads text[], writers text[]) RETURNS boolean[]
    LANGUAGE plpgsql AS $$
    DECLARE
        written boolean[] := '{}';
        news text[] := '{}';
        count integer;
    BEGIN
        FOR i IN 1 .. array_length(streams, 1) LOOP
            INSERT INTO records SELECT streams[i], versions[i], payloads[i], writers[i]
                WHERE versions[i] = 0 OR EXISTS (
                    SELECT FROM records WHERE stream = streams[i] AND version = versions[i] - 1)
                ON CONFLICT DO NOTHING;
            GET DIAGNOSTICS count = ROW_COUNT;
            IF count = 1 THEN
                news := news || (versions[i] || ' ' || streams[i]);
            END IF;
            -- A writer that has lost its connection sends the same record again.
            written := written || (count = 1 OR EXISTS (
                SELECT FROM records
                WHERE stream = streams[i] AND version = versions[i] AND by = writers[i]));
        END LOOP;
        IF array_length(news, 1) > 0 THEN
            PERFORM pg_notify('odin_records', array_to_string(news, E'\\n'));
        END IF;
        RETURN written;
    END $$;

    CREATE TABLE leases (
        stream text PRIMARY KEY, host text NOT NULL, until timestamptz NOT NULL);
    """,
)
_VERSION = "SELECT version FROM schema_version"
_LOCK = 0x0D1A106F
"""The advisory lock under which one host migrates while others wait."""
MIGRATE_WITHIN = 600.0
"""Seconds for a statement of a migration, and for waiting for another host that migrates."""


async def migrate(connection: "asyncpg.Connection", migrations: Sequence[str] = MIGRATIONS) -> None:
    """Bring the schema up to date; raises `NewerLog` if it is newer than this program."""
    async with connection.transaction():
        await connection.execute("SELECT pg_advisory_xact_lock($1)", _LOCK, timeout=MIGRATE_WITHIN)
        await connection.execute("CREATE TABLE IF NOT EXISTS schema_version (version integer)")
        found = await connection.fetchval(_VERSION)
        version = found or 0
        _refuse_newer(version, migrations)
        for migration in migrations[version:]:
            await connection.execute(migration, timeout=MIGRATE_WITHIN)
        if found is None:
            await connection.execute("INSERT INTO schema_version VALUES ($1)", len(migrations))
        else:
            await connection.execute("UPDATE schema_version SET version = $1", len(migrations))


async def check(connection: "asyncpg.Connection") -> bool:
    """Tell whether there is a hall; raises `NewerLog` if it is newer than this program."""
    if await connection.fetchval("SELECT to_regclass('schema_version')") is None:
        return False
    _refuse_newer(await connection.fetchval(_VERSION), MIGRATIONS)
    return True


def _refuse_newer(version: int, migrations: Sequence[str]) -> None:
    if version > len(migrations):
        raise NewerLog("database-of-newer-version", version=version)
