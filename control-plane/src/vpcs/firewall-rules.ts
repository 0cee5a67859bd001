import type { VpcFirewallRule, VpcFirewallRuleUpdate } from '@granary/contract/firewall-rules.ts'
import { firewallRulesProblems } from '@granary/domain/firewall.ts'
import type { z } from 'zod'
import type { FirewallRuleRow } from '../database/schema.ts'
import { handlers } from '../kinds/handler.ts'
import { firewallRule } from '../kinds/vpc.ts'
import type { Context } from '../kit/context.ts'
import { eventLoopTurn } from '../kit/event-loop-turn.ts'
import { capitalize, conflict, invalidRequest, invalidValue } from '../kit/errors.ts'
import type { Found } from '../kit/lookup.ts'

export const firewallRuleHandlers = handlers({
  vpcFirewallRulesView: async (context, { found }) => answerOf(await rulesOf(context, found.row.id)),

  vpcFirewallRulesUpdate: async (context, { body, found }) => {
    const before = await rulesOf(context, found.row.id)
    if (body.expectedVersion != null && body.expectedVersion !== (await versionOf(before)))
      throw conflict(
        'the firewall rules have changed since they were read: read them again before replacing them',
      ).at('expected_version', 'not_allowed')
    refuseWrong(body.rules, found.row.name)
    await replace(context, found, before, body.rules)
    return answerOf(await rulesOf(context, found.row.id))
  },
})

/** Rules that are written between two turns of the event loop, in which the server handles other requests. */
const BATCH = 64

type Rule = z.output<typeof VpcFirewallRule>
type RuleUpdate = z.output<typeof VpcFirewallRuleUpdate>

const rulesOf = ({ db }: Context, vpcId: string): Promise<FirewallRuleRow[]> =>
  db.selectFrom('firewall_rule').selectAll().where('vpc_id', '=', vpcId).orderBy('name').execute()

const answerOf = async (rows: readonly FirewallRuleRow[]) => ({
  rules: rows.map(firewallRule.view),
  version: await versionOf(rows),
})

/** Returns a digest of the rules and of when they were changed. */
async function versionOf(rows: readonly FirewallRuleRow[]): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(rows))
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(digest.slice(0, 16), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** @throws ApiError 400 with every problem of the rules. */
function refuseWrong(rules: readonly RuleUpdate[], vpcName: string): void {
  const [first, ...others] = firewallRulesProblems(rules, vpcName)
  if (!first) return
  const { label, path, code, message } = first
  const error =
    label === null
      ? invalidRequest(message).at(path, code, capitalize(message))
      : invalidValue(path, code, message, label)
  throw error.also(others)
}

/**
 * Replaces the rules of a VPC. A rule of the same name keeps its ID, and one that stays as it is also its times, so that
 * the change log has an entry for each rule that changes, and for no other.
 */
async function replace(
  context: Context,
  { row: { id }, scope }: Found<'vpc'>,
  before: readonly FirewallRuleRow[],
  rules: readonly RuleUpdate[],
): Promise<void> {
  const byName = new Map(before.map((row) => [row.name, row]))
  const names = new Set(rules.map(({ name }) => name))
  const removed = before.filter((row) => !names.has(row.name))
  for (const [index, row] of removed.entries()) {
    if (index % BATCH === BATCH - 1) await eventLoopTurn()
    await firewallRule.remove(context, { row, scope })
  }
  for (const [index, { name, description, ...rest }] of rules.entries()) {
    if (index % BATCH === BATCH - 1) await eventLoopTurn()
    const own = columnsOf(rest)
    const row = byName.get(name)
    if (!row) await firewallRule.create(context, scope, { name, description }, { vpc_id: id, ...own })
    else if (differs(row, { description, ...own }))
      await firewallRule.update(context, { row, scope }, { description, ...own })
  }
}

const columnsOf = ({ targets, filters, ...rest }: Omit<RuleUpdate, 'name' | 'description'>) => ({
  ...rest,
  targets: JSON.stringify(targets),
  filters: JSON.stringify(filters),
})

const differs = <Values extends Partial<FirewallRuleRow>>(row: FirewallRuleRow, values: Values): boolean =>
  Object.entries(values).some(([column, value]) => row[column as keyof FirewallRuleRow] !== value)

/** Rules refer to their own VPC by its name, and to no other one. Without this, they would match nothing after a rename. */
export async function renameVpcInRules(
  context: Context,
  { row: { id }, scope }: Found<'vpc'>,
  name: string,
): Promise<void> {
  const renamed = <Host extends Rule['targets'][number]>(hosts: readonly Host[]): Host[] =>
    hosts.map((host) => (host.type === 'vpc' ? { ...host, value: name } : host))
  for (const row of await rulesOf(context, id)) {
    const { targets, filters } = firewallRule.view(row)
    const values = {
      targets: JSON.stringify(renamed(targets)),
      filters: JSON.stringify({ ...filters, hosts: filters.hosts && renamed(filters.hosts) }),
    }
    if (differs(row, values)) await firewallRule.update(context, { row, scope }, values)
  }
}
