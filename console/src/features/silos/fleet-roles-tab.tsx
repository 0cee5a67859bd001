import { siloRoles } from '@granary/domain/roles.ts'
import ArrowRight from 'lucide-react/icons/arrow-right'
import Link2 from 'lucide-react/icons/link-2'
import { Badge } from '../../ui/badge.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { useSilo } from '../../kinds/silo/use-silo.ts'

/** Lists the fleet roles that silo roles grant. */
export function FleetRolesTab() {
  const { silo } = useSilo()
  const pairs = siloRoles.flatMap((role) =>
    (silo.mappedFleetRoles[role] ?? []).map((fleetRole) => ({ role, fleetRole })),
  )
  if (pairs.length === 0)
    return (
      <div>
        <h2 className="sr-only">Fleet roles</h2>
        <EmptyState
          icon={<Link2 />}
          title="Mapped fleet roles"
          body="No silo role grants a fleet role. The mapping is set when a silo is created."
        />
      </div>
    )
  return (
    <div className="flex flex-col gap-3">
      <p className="text-sm text-text-muted">These silo roles also grant a fleet role.</p>
      <ul className="flex flex-col gap-2" aria-label="Mapped fleet roles">
        {pairs.map(({ role, fleetRole }) => (
          <li
            key={`${role} ${fleetRole}`}
            className="flex items-center gap-2.5 rounded-md border border-border bg-surface-raised px-3 py-2 text-sm"
          >
            <Badge>Silo {role.replaceAll('_', ' ')}</Badge>
            {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it is an svg */}
            <ArrowRight className="size-4 text-text-muted" role="img" aria-label="maps to" />
            <span>Fleet {fleetRole}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
