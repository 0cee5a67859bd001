import type { ResourceKind } from '../one-of-each.ts'
import { row, instance, inProject, one, type Row, type Rows } from './rows.ts'

const member = (rule: Row['rule'], kind: ResourceKind, parameter: string) =>
  row(rule, ({ of, inProject: query }) => ({
    path: { [parameter]: of(kind), instance: of('instance') },
    query,
  }))
const groupNamed = (name: string) => ({ name, description: '', policy: 'allow', failure_domain: 'sled' })

/** Affinity and anti-affinity groups. */
export const affinityRows = {
  instanceAntiAffinityGroupList: instance('projectRead'),
  affinityGroupList: inProject('projectRead'),
  affinityGroupCreate: inProject('projectWork', groupNamed('together')),
  affinityGroupView: one('projectRead', 'together', 'affinityGroup'),
  affinityGroupUpdate: one('projectWork', 'together', 'affinityGroup', {}),
  affinityGroupDelete: one('projectWork', 'together', 'affinityGroup'),
  affinityGroupMemberList: one('projectRead', 'together', 'affinityGroup'),
  affinityGroupMemberInstanceView: member('projectRead', 'together', 'affinityGroup'),
  affinityGroupMemberInstanceAdd: member('projectWork', 'together', 'affinityGroup'),
  affinityGroupMemberInstanceDelete: member('projectWork', 'together', 'affinityGroup'),
  instanceAffinityGroupList: instance('projectRead'),
  antiAffinityGroupCreate: inProject('projectWork', groupNamed('spread')),
  antiAffinityGroupUpdate: one('projectWork', 'group', 'antiAffinityGroup', {}),
  antiAffinityGroupDelete: one('projectWork', 'group', 'antiAffinityGroup'),
  antiAffinityGroupMemberInstanceView: member('projectRead', 'group', 'antiAffinityGroup'),
  antiAffinityGroupMemberInstanceAdd: member('projectWork', 'group', 'antiAffinityGroup'),
  antiAffinityGroupMemberInstanceDelete: member('projectWork', 'group', 'antiAffinityGroup'),
  antiAffinityGroupList: inProject('projectRead'),
  antiAffinityGroupView: one('projectRead', 'group', 'antiAffinityGroup'),
  antiAffinityGroupMemberList: one('projectRead', 'group', 'antiAffinityGroup'),
} satisfies Rows
