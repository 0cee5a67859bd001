import type { CallOutput } from '@granary/contract/call.ts'
import { formatDateTime } from '@granary/domain/time.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { valueText } from './value-text.ts'

export type Item = CallOutput<'resourceHistory'>['items'][number]

const ACTIONS = { created: 'Created', updated: 'Changed', deleted: 'Deleted' }

/** Parts of a resource that have entries of their own under its ID. */
const PARTS: Partial<Record<Item['kind'], string>> = {
  'fleet-policy': 'access',
  'silo-policy': 'access',
  'project-policy': 'access',
  'vpc-firewall-rule': 'firewall rules',
}

/** Whether entries of a kind are about a part of the resource, not about itself. */
export const isPart = (kind: Item['kind']): boolean => kind in PARTS

/** One change: the action, the actor and their address, and the fields with both values. */
export function HistoryItem({ item }: { item: Item }) {
  return (
    <li className="py-4 text-sm first:pt-0">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="font-medium">
          {ACTIONS[item.action]}
          {PARTS[item.kind] && ` ${PARTS[item.kind]}`}
        </span>
        <span>by {actorOf(item)}</span>
        <time dateTime={item.time.toISOString()} className="ml-auto text-xs text-text-muted tabular-nums">
          {formatDateTime(item.time)}
        </time>
      </p>
      <p className="flex flex-wrap items-center gap-x-2 text-xs text-text-muted">
        <span className="font-mono">{item.operation}</span>
        {item.sourceIp && <span>from {item.sourceIp}</span>}
        <span className="inline-flex items-center">
          request <CopyButton text={item.requestId} className="size-5" />
        </span>
      </p>
      {item.userAgent && <p className="truncate text-xs text-text-muted">with {item.userAgent}</p>}
      <Fields item={item} />
    </li>
  )
}

/** Returns who made a change, in words. */
export function actorOf({ actorKind, actorId, actorName }: Item): string {
  if (actorKind === 'system') return 'the system'
  if (actorKind === 'scim') return 'an identity provider'
  if (actorId === null) return 'a user of another silo'
  return actorName ?? `the deleted user ${actorId.slice(0, 8)}`
}

/** A new resource has all of its fields, so they are shown on request. */
function Fields({ item: { action, changed: fields } }: { item: Item }) {
  if (fields.length === 0) return null
  const list = (
    <dl className="mt-2 flex flex-col gap-1.5">
      {fields.map(({ field, before, after }) => (
        <div key={field} className="grid grid-cols-[8rem_minmax(0,1fr)] gap-2">
          <dt className="text-text-muted first-letter:uppercase">{field.replaceAll('_', ' ')}</dt>
          <dd className="min-w-0 wrap-anywhere">
            {action !== 'created' && <Value json={before} what="Before" isOld={action === 'updated'} />}
            {action === 'updated' && <span aria-hidden> → </span>}
            {action !== 'deleted' && <Value json={after} what="After" />}
          </dd>
        </div>
      ))}
    </dl>
  )
  if (action === 'updated') return list
  return (
    <details className="mt-2">
      <summary className="cursor-pointer text-text-muted">
        {fields.length} {fields.length === 1 ? 'field' : 'fields'}
      </summary>
      {list}
    </details>
  )
}

const Value = ({ json, what, isOld = false }: { json: string | null; what: string; isOld?: boolean }) => (
  <>
    <span className="sr-only">{what}: </span>
    {json === null || json === '""' ? (
      <span className="text-text-muted">empty</span>
    ) : (
      <span className={isOld ? 'text-text-muted line-through' : undefined}>
        {valueText(JSON.parse(json))}
      </span>
    )}
  </>
)
