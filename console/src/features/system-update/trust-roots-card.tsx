import { systemUpdateTrustRootDelete } from '@granary/contract/generated/client.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useOperation } from '../../api/operate.ts'
import { Failed } from '../../app/kit/pages/failed.tsx'
import { Button, buttonStyle } from '../../ui/button.tsx'
import { DateTime } from '../../ui/format/date-time.tsx'
import { Id } from '../../ui/format/id.tsx'
import { ActionsMenu } from '../../ui/menu/actions-menu.tsx'
import { confirmDelete } from '../../ui/overlay/confirm.tsx'
import { Card } from '../../ui/page/card.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { addToast } from '../../ui/toast/toast-store.ts'
import { type TrustRoot, trustRoots } from './queries.ts'
import { useRefusal } from './refusal.ts'

/** The documents that may vouch for releases. */
export function TrustRootsCard() {
  const { data, error, refetch } = useQuery({ ...trustRoots, throwOnError: false })
  const refusal = useRefusal()
  if (error && !data) return <Failed what="Trust roots" error={error} onRetry={() => void refetch()} />
  return (
    <Card
      title="Trust roots"
      description="A release can be uploaded if one of these documents vouches for it"
      actions={
        refusal === null ? (
          <Link to="/system/update/trust-roots-new" className={buttonStyle('secondary', 'sm')}>
            Add trust root
          </Link>
        ) : (
          <Button variant="secondary" size="sm" disabledReason={refusal}>
            Add trust root
          </Button>
        )
      }
    >
      {!data ? (
        <Skeleton className="h-9 w-full" />
      ) : data.length === 0 ? (
        <p className="text-sm text-text-muted">
          Before the first release, add the root document of its publisher.
        </p>
      ) : (
        <ul aria-label="Trust roots" className="-my-2 divided">
          {data.map((root) => (
            <Line key={root.id} root={root} />
          ))}
        </ul>
      )}
    </Card>
  )
}

function Line({ root: { id, timeCreated, rootRole } }: { root: TrustRoot }) {
  const remove = useOperation(systemUpdateTrustRootDelete, { waits: true })
  const refusal = useRefusal()
  const { version, expires } = signedOf(rootRole)
  const ask = () =>
    void confirmDelete(
      'trust root',
      id,
      async () => {
        await remove({ path: { trustRootId: id } })
        addToast({ content: 'Trust root deleted' })
      },
      'Releases that it vouched for stay. New ones of its publisher are refused, unless another root vouches for them.',
    )
  return (
    <li className="flex items-center gap-x-4 py-2 text-sm">
      <div className="flex min-w-0 grow flex-wrap items-center gap-x-4 gap-y-1">
        <Id id={id} />
        {version !== undefined && <span>Version {version}</span>}
        <span className="text-text-muted">
          Added <DateTime date={timeCreated} />
        </span>
        {expires && (
          <span className="text-text-muted">
            Expires <DateTime date={expires} />
          </span>
        )}
      </div>
      <ActionsMenu
        label={`Trust root ${id} actions`}
        id={id}
        entries={[{ label: 'Delete', danger: true, disabledReason: refusal, onAction: ask }]}
      />
    </li>
  )
}

/** Returns what people look for in a root document, as far as it has it (TUF specification 1.0.33, section 4.3). */
function signedOf(document: unknown): { version?: number; expires?: Date } {
  const { signed } = (document ?? {}) as { signed?: { version?: unknown; expires?: unknown } }
  const expires = signed?.expires instanceof Date ? signed.expires : new Date(String(signed?.expires))
  return {
    ...(typeof signed?.version === 'number' && { version: signed.version }),
    ...(!Number.isNaN(expires.getTime()) && { expires }),
  }
}
