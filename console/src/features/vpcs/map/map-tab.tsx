import { vpcExplain } from '@granary/contract/generated/client.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useExtensions } from '../../../api/extensions.ts'
import { optionalQuery } from '../../../api/queries.ts'
import { Failed } from '../../../app/kit/pages/failed.tsx'
import { buttonStyle } from '../../../ui/button.tsx'
import { MessageBox } from '../../../ui/message-box.tsx'
import { Card } from '../../../ui/page/card.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import type { Explanation } from '../connectivity/hops.tsx'
import { bodyOf } from '../connectivity/question.ts'
import { type Members, useMembers } from '../network/use-interfaces.ts'
import { type Routing, useRouting } from '../network/use-routing.ts'
import { useVpc, useVpcPath } from '../use-vpc.ts'
import { drawnPath } from './drawn-path.ts'
import { layoutOf } from './layout.ts'
import { MembersTable } from './members-table.tsx'
import { nodeFacts } from './node-facts.ts'
import { VpcMap } from './vpc-map.tsx'

const route = getRouteApi('/authenticated/projects/$project/networks/vpcs/$vpc/vpc-frame/map')

/** The map of a VPC, and the same as a table. Draws the path of the question in the address of the page. */
export function MapTab() {
  const { project } = useVpcPath()
  const { id } = useVpc()
  const { members, error: membersError } = useMembers(project, id)
  const { routing, error: routingError } = useRouting(id)
  const body = bodyOf(route.useSearch())
  const extensions = useExtensions()
  const queryClient = useQueryClient()
  const answer = useQuery(
    optionalQuery(body ? extensions : null, vpcExplain, {
      path: { vpc: id },
      body: body ?? { from: '', to: '' },
    }),
  )
  const error = membersError ?? routingError
  if (error && !(members && routing))
    return (
      <Failed
        what="The parts of the VPC"
        error={error}
        onRetry={() => void queryClient.refetchQueries({ type: 'active' })}
      />
    )
  if (!members || !routing) return <Spinner className="size-5 self-center text-text-muted" />
  return <Shown members={members} routing={routing} answer={(body && answer.data) ?? null} />
}

type ShownProps = { members: Members; routing: Routing; answer: Explanation | null }

function Shown({ members, routing, answer }: ShownProps) {
  const vpcPath = useVpcPath()
  const layout = useMemo(() => layoutOf({ ...members, ...routing }), [members, routing])
  const facts = useMemo(() => nodeFacts(vpcPath, members, routing), [vpcPath, members, routing])
  const path = useMemo(() => answer && drawnPath(answer), [answer])
  return (
    <>
      {answer && <Verdict answer={answer} />}
      <VpcMap layout={layout} facts={facts} path={path} />
      <Card title="Instances" description="The same as the map, as a table">
        <MembersTable members={members} />
      </Card>
    </>
  )
}

function Verdict({ answer }: { answer: Explanation }) {
  const path = useVpcPath()
  const style = buttonStyle('secondary', 'sm')
  return (
    <MessageBox variant={answer.reachable ? 'success' : 'notice'}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="min-w-0 grow basis-60">{answer.text}</p>
        <Link
          to="/projects/$project/vpcs/$vpc/connectivity"
          params={path}
          search={(search) => search}
          className={style}
        >
          See every hop
        </Link>
        <Link to="/projects/$project/vpcs/$vpc/map" params={path} search={{}} className={style}>
          Clear path
        </Link>
      </div>
    </MessageBox>
  )
}
