import { externalSubnetList } from '@granary/contract/generated/client.ts'
import { explain } from '@granary/domain/reachability/explain.ts'
import type { Network } from '@granary/domain/reachability/network.ts'
import { answerView } from '@granary/domain/reachability/view.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { allQuery } from '../../../api/queries.ts'
import { capitalize } from '../../../api/errors.ts'
import { Failed } from '../../../app/kit/pages/failed.tsx'
import { readAgain } from '../../../app/kit/pages/unread.tsx'
import { MessageBox } from '../../../ui/message-box.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { rulesQuery } from '../firewall/rules-query.ts'
import type { Members } from '../network/use-interfaces.ts'
import { useRouting } from '../network/use-routing.ts'
import { useVpc, useVpcPath } from '../use-vpc.ts'
import { AnswerView } from './answer.tsx'
import type { QuestionBody } from './question.ts'
import { useExternalIps } from './use-external-ips.ts'

type AnsweredProps = { body: QuestionBody; members: Members | undefined; membersError: Error | null }

/** The answer on a server that has only the published API: the console computes it from lists. */
export function AnsweredByLists({ body, members, membersError }: AnsweredProps) {
  const { id, name } = useVpc()
  const { project } = useVpcPath()
  const client = useQueryClient()
  const { routing, error: routingError } = useRouting(id)
  const rules = useQuery({ ...rulesQuery(id), throwOnError: false })
  const { externalIps, error: ipsError } = useExternalIps(project, body, members, routing?.routes)
  const subnets = useQuery({ ...allQuery(externalSubnetList, { query: { project } }), throwOnError: false })
  const answer = useMemo(() => {
    if (!members || !routing || !rules.data || !externalIps || !subnets.data) return null
    const network: Network = {
      vpc: { id, name },
      ...members,
      ...routing,
      externalIps,
      externalSubnets: subnets.data.flatMap(({ subnet, instanceId }) =>
        instanceId ? [{ subnet, instanceId }] : [],
      ),
      rules: rules.data.rules,
    }
    const { protocol = 'tcp', port, ipVersion, ...ends } = body
    const traffic = protocol === 'icmp' ? { protocol } : { protocol, port: port! }
    return explain(network, { ...ends, ipVersion, traffic })
  }, [id, name, body, members, routing, rules.data, externalIps, subnets.data])
  const error = membersError ?? routingError ?? rules.error ?? ipsError ?? subnets.error
  if (answer && 'path' in answer) return <MessageBox variant="error">{capitalize(answer.message)}</MessageBox>
  if (answer) return <AnswerView answer={answerView(answer)} members={members} />
  if (error) return <Failed what="Connectivity" error={error} onRetry={() => void readAgain(client)} />
  return <Spinner className="size-5 self-center text-text-muted" />
}
