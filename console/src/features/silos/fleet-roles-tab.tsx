import { siloRoles } from '@granary/domain/roles.ts'
import ArrowRight from 'lucide-react/icons/arrow-right'
import Link2 from 'lucide-react/icons/link-2'
import { Badge } from '../../ui/badge.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { useSilo } from '../../kinds/silo/use-silo.ts'

/** Which roles of the fleet come with which roles of the silo. */
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
          body="No role of this silo brings a role of the fleet with it. The mapping is made when a silo is created."
        />
      </div>
    )
  return (
    <div className="flex flex-col gap-3">
      <p className="text-sm text-text-muted">
        Whoever has one of these roles on the silo has a role on the fleet with it.
      </p>
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
