import { vpcSubnetView, vpcView } from '@granary/contract/generated/client.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { apiQuery } from '../../../api/queries.ts'
import { NameLink } from '../../../app/kit/lists/name-link.tsx'
import { Id } from '../../../ui/format/id.tsx'
import { useInstancePath } from '../use-instance.ts'

/** Links to the VPC of an interface. */
export function VpcName({ id }: { id: string }) {
  const { project } = useInstancePath()
  const vpc = useVpcOf(id)
  return (
    <Named id={id} query={vpc}>
      {(name) => (
        <NameLink to="/projects/$project/vpcs/$vpc/firewall-rules" params={{ project, vpc: name }}>
          {name}
        </NameLink>
      )}
    </Named>
  )
}

/** Links to the subnet of an interface. */
export function SubnetName({ id }: { id: string }) {
  const { project } = useInstancePath()
  const subnet = useQuery({ ...apiQuery(vpcSubnetView, { path: { subnet: id } }), throwOnError: false })
  const vpc = useVpcOf(subnet.data?.vpcId).data
  return (
    <Named id={id} query={subnet}>
      {(name) =>
        vpc ? (
          <NameLink to="/projects/$project/vpcs/$vpc/subnets" params={{ project, vpc: vpc.name }}>
            {name}
          </NameLink>
        ) : (
          name
        )
      }
    </Named>
  )
}

const useVpcOf = (id: string | undefined) =>
  useQuery({
    ...apiQuery(vpcView, { path: { vpc: id ?? '' } }),
    enabled: id !== undefined,
    throwOnError: false,
  })

type NamedProps = {
  id: string
  query: { data?: { name: string } | undefined; isPending: boolean }
  children: (name: string) => ReactNode
}

function Named({ id, query, children }: NamedProps) {
  if (query.data) return children(query.data.name)
  return query.isPending ? <span className="skeleton inline-block h-3 w-16" /> : <Id id={id} />
}
