import { type CallInput, type CallOutput, ignorable } from '@granary/contract/call.ts'
import { vpcFirewallRulesUpdate, vpcFirewallRulesView } from '@granary/contract/generated/client.ts'
import type { QueryClient } from '@tanstack/react-query'
import { ApiError } from '../../../api/errors.ts'
import { operate } from '../../../api/operate.ts'
import { request } from '../../../api/request.ts'

export type Rule = CallOutput<'vpcFirewallRulesView'>['rules'][number]
/** A rule as the request that replaces the rules of a VPC has it. */
export type RuleBody = NonNullable<NonNullable<CallInput<'vpcFirewallRulesUpdate'>['body']>['rules']>[number]

/** Returns the fields of a rule that a request states. */
export const bodyOf = ({
  name,
  description,
  action,
  direction,
  status,
  priority,
  targets,
  targetTags,
  filters,
}: Rule | RuleBody): RuleBody => ({
  name,
  description,
  action,
  direction,
  status,
  priority,
  targets,
  targetTags: ignorable(targetTags),
  filters,
})

/** Returns the next rules from the current ones. @throws Error if the change no longer makes sense. */
export type RulesChange = (rules: readonly Rule[]) => RuleBody[]

const gone = (name: string) =>
  new Error(`Another user has deleted or renamed the rule "${name}". Your change was not saved.`)
const changed = (name: string) =>
  new Error(
    `Another user has changed the rule "${name}" since you opened this form. Your change was not saved. Cancel, and edit the rule again.`,
  )

/** Adds a rule at the end. */
export const adding =
  (rule: RuleBody): RulesChange =>
  (rules) => [...rules.map(bodyOf), rule]

/** Replaces a rule, which gets to the end. @param seen the rule as the user saw it. */
export const replacing =
  (seen: Rule, rule: RuleBody): RulesChange =>
  (rules) => [...without(seen, rules), rule]

/** Deletes a rule. @param seen the rule as the user saw it. */
export const removing =
  (seen: Rule): RulesChange =>
  (rules) =>
    without(seen, rules)

function without(seen: Rule, rules: readonly Rule[]): RuleBody[] {
  const current = rules.find(({ name }) => name === seen.name)
  if (!current) throw gone(seen.name)
  if (JSON.stringify(bodyOf(current)) !== JSON.stringify(bodyOf(seen))) throw changed(seen.name)
  return rules.filter((rule) => rule !== current).map(bodyOf)
}

/** Attempts while other users save at the same time. */
const MAX_ATTEMPTS = 5

/**
 * Changes the rules of a VPC. The API only replaces all rules at once, so this makes the change to the rules as they are
 * now, and again if another user saves in between. A server without extensions doesn't notice the latter.
 * @param onSend called with the rules before each attempt.
 */
export async function changeRules(
  client: QueryClient,
  vpcId: string,
  change: RulesChange,
  onSend: (rules: readonly RuleBody[]) => void = () => {},
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const { rules: current, version } = await request(vpcFirewallRulesView, { query: { vpc: vpcId } })
    const rules = change(current)
    onSend(rules)
    try {
      await operate(
        client,
        vpcFirewallRulesUpdate,
        { query: { vpc: vpcId }, body: { rules, expectedVersion: ignorable(version) } },
        { waits: true },
      )
      return
    } catch (error) {
      const isConflict = error instanceof ApiError && error.statusCode === 409
      if (!isConflict || attempt === MAX_ATTEMPTS) throw error
    }
  }
}
