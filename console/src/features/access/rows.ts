import type { AccessRow } from './columns.tsx'

// Rows of the silo's and a project's access page. The fleet's page has other rows too.
export const rowsOf = ({ rows }: { rows: AccessRow[] }): AccessRow[] => rows
export const rowId = ({ id }: AccessRow): string => id
/** The search text of a row. */
export const nameOf = ({ displayName, id }: AccessRow): string => displayName ?? id
