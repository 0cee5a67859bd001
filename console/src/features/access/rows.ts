import type { AccessRow } from './columns.tsx'

// What stands in the list of a silo and of a project; that of the fleet has other rows too.
export const rowsOf = ({ rows }: { rows: AccessRow[] }): AccessRow[] => rows
export const rowId = ({ id }: AccessRow): string => id
/** What a row is found by. */
export const nameOf = ({ displayName, id }: AccessRow): string => displayName ?? id
