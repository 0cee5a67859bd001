import { sql } from 'kysely'
import type { HostServices } from '../src/kit/context/services.ts'
import { BYTES } from './bounds.ts'

/** Returns what is wrong with rows that are longer than the bound of their table, on SQLite. */
export async function oversizedRows({ db, engine }: HostServices): Promise<string[]> {
  if (engine !== 'sqlite') return []
  const problems: string[] = []
  for (const { name, columns } of await db.introspection.getTables()) {
    const bound = BYTES[name as keyof typeof BYTES]
    if (typeof bound !== 'number') continue
    const size = sql.join(
      columns.map((column) => sql`coalesce(octet_length(${sql.ref(column.name)}), 0)`),
      sql` + `,
    )
    const { rows } = await sql<{
      bytes: number | null
    }>`select max(${size}) as bytes from ${sql.table(name)}`.execute(db)
    const bytes = rows[0]!.bytes ?? 0
    if (bytes > bound) problems.push(`a row of ${name} has ${bytes} bytes, and its bound is ${bound}`)
  }
  return problems
}
