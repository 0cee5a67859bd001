import { formatBytes } from '@granary/domain/numbers.ts'
import { useExtensions } from '../../../api/extensions.ts'
import { Link } from '@tanstack/react-router'
import { useResourceHistory } from '../../../app/history/use-resource-history.ts'
import { actorOf, type Item } from '../../../app/history/history-item.tsx'
import { valueText } from '../../../app/history/value-text.ts'
import { TimeAgo } from '../../../ui/format/time-ago.tsx'
import { Card } from '../../../ui/page/card.tsx'
import { useInstance, useInstancePath } from '../use-instance.ts'
import { Unseen } from './unseen.tsx'

const SHOWN = 5

/** Fields of a change that are named. */
const FIELDS = 2
const NAMES: Readonly<Record<string, string>> = { ncpus: 'CPU', run_state: 'state' }

function amountOf(field: string, json: string | null): string {
  const value: unknown = json && JSON.parse(json)
  return field === 'memory' && typeof value === 'number' ? formatBytes(value) : valueText(value)
}
const TEXTS = { created: 'created', deleted: 'deleted' }

/** Says a change in a line: the fields with their new values. */
function textOf({ action, changed }: Item): string {
  if (action !== 'updated') return TEXTS[action]
  // When it changed is beside it.
  const told = changed.filter(({ field }) => !field.startsWith('time_'))
  const fields = (told.length > 0 ? told : changed)
    .slice(0, FIELDS)
    .map(({ field, after }) => `${NAMES[field] ?? field.replaceAll('_', ' ')}: ${amountOf(field, after)}`)
  const more = told.length - FIELDS
  return more > 0 ? `${fields.join(', ')}, and ${more} more` : fields.join(', ')
}

/** What changed last of the instance, and who changed it. A server without extensions doesn't know. */
export function ChangesCard() {
  return useExtensions() ? <Changes /> : null
}

function Changes() {
  const path = useInstancePath()
  const read = useResourceHistory(useInstance().id)
  const items = read.data?.pages[0]?.items
  return (
    <Card
      title="Recent changes"
      actions={
        <Link
          to="/projects/$project/instances/$instance/history"
          params={path}
          className="rounded text-sm text-accent hover:underline"
        >
          History
        </Link>
      }
    >
      {items ? (
        items.length > 0 ? (
          <ol className="-my-2 divided" aria-label="Recent changes">
            {items.slice(0, SHOWN).map((item) => (
              <li key={item.seq} className="flex items-baseline gap-3 py-2 text-sm">
                <span className="min-w-0 grow">
                  <span className="line-clamp-2 wrap-anywhere first-letter:uppercase">{textOf(item)}</span>
                  <span className="text-xs text-text-muted">by {actorOf(item)}</span>
                </span>
                <TimeAgo date={item.time} label="Changed" />
              </li>
            ))}
          </ol>
        ) : (
          <p className="text-sm text-text-muted">No changes are known.</p>
        )
      ) : (
        <Unseen what="Recent changes" of={read} />
      )}
    </Card>
  )
}
