import { toSnake } from '@granary/contract/codec.ts'
import { contract } from '@granary/contract/contract.ts'
import type { HostServices } from '../src/kit/context/services.ts'

const declared = new Map<string, readonly string[]>(
  Object.entries(contract).map(([id, { changes }]) => [toSnake(id), changes]),
)

/**
 * Compares the change log with the contract: an operation must not change a kind that it does not declare, or the
 * console would keep showing stale data.
 * @returns a sentence for each operation and kind that the contract lacks.
 */
export async function undeclaredChanges({ db }: Pick<HostServices, 'db'>): Promise<string[]> {
  const rows = await db.selectFrom('change_log').select(['operation', 'kind']).distinct().execute()
  return (
    rows
      // Alerts follow from changes of all kinds, and reach the console by its event stream.
      .filter(({ kind }) => kind !== 'alert')
      .filter(({ operation, kind }) => declared.get(operation)?.includes(kind) === false)
      .map(
        ({ operation, kind }) => `${operation} changed ${kind}, which its \`changes\` in the contract lack`,
      )
  )
}
