import type { FirewallRuleRow } from '../database/schema.ts'
import type { Scope } from '../kit/resources/authorization.ts'
import type { Change } from '../kit/log/change.ts'
import { record } from '../kit/resources/changes.ts'
import type { Context } from '../kit/context/context.ts'
import { isOneOf } from '../kit/sql/fixed-query.ts'
import { fixedInsert, fixedReplace } from '../kit/sql/fixed-write.ts'
import { rawWriter } from '../database/session.ts'
import { firewallRule, viewOfRules } from './vpc.ts'

/** What to write of the rules of a VPC. */
export type RuleChanges = {
  removed?: readonly FirewallRuleRow[]
  created?: readonly FirewallRuleRow[]
  /** Rules with other values than before, which keep their ID and name. */
  updated?: readonly { before: FirewallRuleRow; after: FirewallRuleRow }[]
  /** The view with which the caller shows the rules too. */
  view?: ReturnType<typeof viewOfRules>
}

type Vpc = { id: string; name: string }

/**
 * Writes rules of a VPC with a few statements, and notes them as one change of the VPC's firewall. Call it once in a transaction. One
 * statement for each of 1,024 rules would keep the transaction open for ten times as long.
 * @param action whether the VPC itself is created, updated or deleted.
 */
export async function writeFirewallRules(
  context: Context,
  scope: Scope,
  vpc: Vpc,
  action: Change['action'],
  { removed = [], created = [], updated = [], view }: RuleChanges,
): Promise<void> {
  if (removed.length + created.length + updated.length === 0) return
  await removeRules(context, removed)
  await fixedReplace(
    context,
    firewallRule.table,
    updated.map(({ after }) => after),
  )
  await fixedInsert(context, firewallRule.table, created)
  noteFirewallRules(context, scope, vpc, action, { removed, created, updated, ...(view && { view }) })
}

/** Notes a change of the rules of a VPC, which the caller writes itself. */
export function noteFirewallRules(
  context: Context,
  { siloId, projectId }: Scope,
  { id, name }: Vpc,
  action: Change['action'],
  { removed = [], created = [], updated = [], view = viewOfRules() }: RuleChanges,
): void {
  const state = (rows: readonly FirewallRuleRow[]) => ({ vpcId: id, rules: rows.map(view) })
  record(context, {
    kind: firewallRule.kind,
    action,
    id,
    name,
    siloId,
    projectId,
    parentId: null,
    before: action === 'created' ? null : state([...removed, ...updated.map(({ before }) => before)]),
    // Comparing two megabytes of rules once more takes ten milliseconds.
    isCertain: true,
    after: action === 'deleted' ? null : state([...updated.map(({ after }) => after), ...created]),
  })
}

async function removeRules(context: Context, rows: readonly FirewallRuleRow[]): Promise<void> {
  if (rows.length === 0) return
  const ids = rows.map(({ id }) => id)
  await rawWriter(context)
    .deleteFrom(firewallRule.table)
    .where(isOneOf(context.engine, 'id', ids))
    .execute()
}
