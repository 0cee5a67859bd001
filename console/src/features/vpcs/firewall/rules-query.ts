import { vpcFirewallRulesView } from '@granary/contract/generated/client.ts'
import { apiQuery } from '../../../api/queries.ts'

/** Returns the query of the rules of a VPC. */
export const rulesQuery = (vpcId: string) => apiQuery(vpcFirewallRulesView, { query: { vpc: vpcId } })
