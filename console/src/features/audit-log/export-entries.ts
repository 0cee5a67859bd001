import type { CallInput } from '@granary/contract/call.ts'
import { auditLogList } from '@granary/contract/generated/client.ts'
import { messageOf } from '../../api/errors.ts'
import { request } from '../../api/request.ts'
import { csvLines } from '../../app/kit/lists/csv.ts'
import { saveFile } from '../../app/kit/lists/save-file.ts'
import { countText } from '../../ui/table/pagination.tsx'
import { addToast, SUCCESS_TIMEOUT } from '../../ui/toast/toast-store.ts'
import { actorText } from './actor-text.ts'
import type { AuditEntry } from './audit-entry.ts'

type Query = CallInput<'auditLogList'>['query']

/** Entries of a file. The command line has no such limit. */
const MAX_ENTRIES = 10_000
const PAGE = 1_000

/** Saves the newest entries that match a query. */
export async function exportEntries(query: Query, format: 'csv' | 'jsonl'): Promise<void> {
  try {
    const { entries, isWhole } = await readEntries(query)
    if (format === 'csv') saveFile('audit-log.csv', csvOf(entries), 'text/csv')
    else saveFile('audit-log.jsonl', jsonLines(entries), 'application/jsonl')
    const count = countText({ count: entries.length, isCapped: false })
    addToast({
      content: isWhole
        ? `Exported ${count} ${entries.length === 1 ? 'entry' : 'entries'}`
        : `Exported the newest ${count} entries. Choose a shorter range to export the others.`,
      timeout: isWhole ? SUCCESS_TIMEOUT : null,
    })
  } catch (error) {
    addToast({ variant: 'error', title: 'Could not export', content: messageOf(error as Error) })
  }
}

async function readEntries(query: Query): Promise<{ entries: AuditEntry[]; isWhole: boolean }> {
  const { text, result, actor, resource, operation } = query
  const isFiltered = [text, result, actor, resource, operation].some((filter) => filter !== undefined)
  const entries: AuditEntry[] = []
  let pageToken: string | null | undefined
  do {
    const page = await request(auditLogList, { query: { ...query, limit: PAGE, pageToken } })
    entries.push(...page.items)
    // An empty page is the last one, unless a filter left nothing of it.
    pageToken = page.items.length === 0 && !isFiltered ? null : page.nextPage
  } while (pageToken && entries.length <= MAX_ENTRIES)
  return { entries: entries.slice(0, MAX_ENTRIES), isWhole: entries.length <= MAX_ENTRIES }
}

const COLUMNS: readonly [name: string, value: (entry: AuditEntry) => unknown][] = [
  ['time_completed', (entry) => entry.timeCompleted],
  ['operation_id', (entry) => entry.operationId],
  ['result', ({ result }) => result.kind],
  ['http_status_code', ({ result }) => (result.kind === 'unknown' ? null : result.httpStatusCode)],
  ['error_message', ({ result }) => (result.kind === 'error' ? result.errorMessage : null)],
  ['repeats', (entry) => entry.repeats],
  ['caller', ({ actor }) => actorText(actor)],
  ['silo_user_id', ({ actor }) => (actor.kind === 'silo_user' ? actor.siloUserId : null)],
  ['signed_in_user_id', ({ signedIn }) => signedIn?.siloUserId],
  ['resource_kind', ({ resource }) => resource?.kind],
  ['resource_name', ({ resource }) => resource?.name],
  ['resource_id', ({ resource }) => resource?.id],
  ['source_ip', (entry) => entry.sourceIp],
  ['user_agent', (entry) => entry.userAgent],
  ['request_uri', (entry) => entry.requestUri],
  ['auth_method', (entry) => entry.authMethod],
  ['credential_id', (entry) => entry.credentialId],
  ['request_id', (entry) => entry.requestId],
  ['time_started', (entry) => entry.timeStarted],
  ['id', (entry) => entry.id],
]

const csvOf = (entries: readonly AuditEntry[]): string =>
  csvLines([
    COLUMNS.map(([name]) => name),
    ...entries.map((entry) => COLUMNS.map(([, value]) => value(entry))),
  ])

/** One object for each line, with the names of the API. */
const jsonLines = (entries: readonly AuditEntry[]): string =>
  entries.map((entry) => `${JSON.stringify(wireForm(entry))}\n`).join('')

function wireForm(value: unknown): unknown {
  if (value instanceof Date || typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, field]) => [
      key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      wireForm(field),
    ]),
  )
}
