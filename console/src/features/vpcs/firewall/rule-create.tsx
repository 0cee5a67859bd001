import { NAME_MAX_LENGTH } from '@granary/domain/names.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useMatchOf } from '../../../app/route-params.ts'
import { useVpc } from '../use-vpc.ts'
import { RuleForm } from './rule-form.tsx'
import { newRule, type RuleValues, valuesOf } from './rule-values.ts'
import { adding, type Rule } from './rules.ts'
import { rulesQuery } from './rules-query.ts'

const FRAME = '/authenticated/projects/$project/networks/vpcs/$vpc/vpc-frame/rules'
const ROUTES = [`${FRAME}/firewall-rules-new`, `${FRAME}/firewall-rules-new/$rule`] as const

/** The panel that adds a firewall rule, a copy of the rule that the address names, or the draft of an explanation. */
export function RuleCreate() {
  const vpc = useVpc()
  const { params } = useMatchOf(ROUTES)
  const source = 'rule' in params ? params.rule : undefined
  const { rules } = useSuspenseQuery(rulesQuery(vpc.id)).data
  const draft = useLocation({ select: ({ state }) => state.ruleDraft })
  return (
    <RuleForm
      title="Add firewall rule"
      submitLabel="Add rule"
      defaultValues={
        draft
          ? valuesOf(draft)
          : copyOf(
              rules.find(({ name }) => name === source),
              vpc.name,
            )
      }
      others={rules.map(({ name }) => name)}
      change={adding}
      changed="created"
      keepsDraft
    />
  )
}

const SUFFIX = '-copy'

const copyOf = (rule: Rule | undefined, vpc: string): RuleValues =>
  rule
    ? { ...valuesOf(rule), name: rule.name.slice(0, NAME_MAX_LENGTH - SUFFIX.length) + SUFFIX }
    : newRule(vpc)
