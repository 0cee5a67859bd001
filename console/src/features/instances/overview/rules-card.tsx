import { ruleSentence } from '@granary/domain/firewall-words.ts'
import type { ItemOf } from '@granary/contract/call.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { NotKnown } from '../../../app/kit/pages/failed.tsx'
import { Card } from '../../../ui/page/card.tsx'
import { Skeleton } from '../../../ui/page/skeleton.tsx'
import { useRules } from '../networking/use-rules.ts'
import { interfacesOf } from '../parts.ts'
import { useInstance, useInstancePath } from '../use-instance.ts'
import { Unseen } from './unseen.tsx'

const SHOWN = 6

/** The firewall rules that decide for the instance, as sentences. */
export function RulesInWords() {
  const path = useInstancePath()
  const read = useQuery({ ...interfacesOf(path), throwOnError: false })
  const nics = read.data?.items
  return (
    <Card
      title="Firewall"
      actions={
        <Link
          to="/projects/$project/instances/$instance/networking"
          params={path}
          className="rounded text-sm text-accent hover:underline"
        >
          Networking
        </Link>
      }
    >
      {!nics ? (
        <Unseen what="The network interfaces" of={read} />
      ) : nics[0] ? (
        <Sentences vpcId={nics[0].vpcId} nics={nics} />
      ) : (
        <p className="text-sm text-text-muted">
          The instance has no network interface, so nothing reaches it and no rule applies.
        </p>
      )}
    </Card>
  )
}

/** All interfaces of an instance are in one VPC. */
function Sentences({
  vpcId,
  nics,
}: {
  vpcId: string
  nics: readonly ItemOf<'instanceNetworkInterfaceList'>[]
}) {
  const { project } = useInstancePath()
  const { name: vpc, rows, failed, retry } = useRules(vpcId, useInstance(), nics)
  if (!rows || vpc === undefined)
    return failed ? (
      <NotKnown what="The firewall rules" error={failed} onRetry={retry} />
    ) : (
      <Skeleton className="h-24 w-full" />
    )
  const enabled = rows.filter(({ status }) => status === 'enabled')
  if (enabled.length === 0)
    return (
      <p className="text-sm text-text-muted">
        No rule applies, so the instance receives no traffic, and can send to anywhere.
      </p>
    )
  const more = enabled.length - SHOWN
  return (
    <ul className="-my-1.5 divided text-sm" aria-label="Firewall rules in words">
      {enabled.slice(0, SHOWN).map((rule) => (
        <li key={rule.id} className="py-1.5">
          <Link
            to="/projects/$project/vpcs/$vpc/firewall-rules/$rule/edit"
            params={{ project, vpc, rule: rule.name }}
            className="rounded hover:underline"
          >
            {ruleSentence(rule)}
          </Link>
        </li>
      ))}
      {more > 0 && <li className="py-1.5 text-text-muted">And {more} more on the networking tab.</li>}
    </ul>
  )
}
