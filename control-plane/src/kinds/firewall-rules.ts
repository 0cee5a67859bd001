import type { FirewallRuleRow } from '../database/schema.ts'
import type { Scope } from '../kit/authorization.ts'
import type { Context } from '../kit/context.ts'
import { fixedInsert, fixedReplace } from '../kit/fixed-write.ts'
import { noteResource } from '../kit/kind.ts'
import { firewallRule, firewallRuleView } from './vpc.ts'

/** What to write of the rules of a VPC. */
export type RuleChanges = {
  removed: readonly FirewallRuleRow[]
  created: readonly FirewallRuleRow[]
  /** Rules with other values than before, which keep their ID and name. */
  updated: readonly { before: FirewallRuleRow; after: FirewallRuleRow }[]
}

/**
 * Writes many rules with a few statements. One statement for each of 1,024 rules would keep the transaction open for ten times as long.
 */
export async function writeFirewallRules(
  context: Context,
  scope: Scope,
  { removed, created, updated }: RuleChanges,
): Promise<void> {
  const kind = { ...firewallRule, view: parsingOnce() }
  await firewallRule.removeAll(context, scope, removed)
  await fixedReplace(
    context,
    'firewall_rule',
    updated.map(({ after }) => after),
  )
  await fixedInsert(context, 'firewall_rule', created)
  for (const { before, after } of updated) noteResource(context, kind, scope, before, after)
  for (const row of created) noteResource(context, kind, scope, null, row)
}

/** Returns the view of a rule, which parses equal lists once: most of a rule stays the same when it changes. */
function parsingOnce(): typeof firewallRule.view {
  const parsed = new Map<string, unknown>()
  const parse = (text: string) => {
    const known = parsed.get(text)
    if (known !== undefined) return known
    const value: unknown = JSON.parse(text)
    parsed.set(text, value)
    return value
  }
  return (row) => firewallRuleView(row, parse)
}
