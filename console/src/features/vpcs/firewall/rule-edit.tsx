import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { Metadata } from '../../../app/kit/pages/metadata.tsx'
import { NotFoundPage } from '../../../app/not-found-page.tsx'
import { useVpc } from '../use-vpc.ts'
import { EffectDetails } from './rule-effect.tsx'
import { RuleForm } from './rule-form.tsx'
import { valuesOf } from './rule-values.ts'
import { replacing } from './rules.ts'
import { rulesQuery } from './rules-query.ts'
import { useEffects } from './use-effects.ts'

const route = getRouteApi(
  '/authenticated/projects/$project/networks/vpcs/$vpc/vpc-frame/rules/firewall-rules/$rule/edit',
)

/** The panel that edits a firewall rule. */
export function RuleEdit() {
  const vpc = useVpc()
  const { rule: shown } = route.useParams()
  const { rules } = useSuspenseQuery(rulesQuery(vpc.id)).data
  // As the user opened it: saving compares it with the rule as it is then.
  const [rule] = useState(() => rules.find(({ name, id }) => name === shown || id === shown))
  const { effects, error } = useEffects(rules)
  if (!rule) return <NotFoundPage />
  return (
    <RuleForm
      title="Edit rule"
      submitLabel="Update rule"
      defaultValues={valuesOf(rule)}
      others={rules.filter(({ name }) => name !== rule.name).map(({ name }) => name)}
      change={(changed) => replacing(rule, changed)}
      changed="updated"
    >
      <Metadata of={rule} />
      <EffectDetails effect={effects.get(rule.id)} error={error} />
    </RuleForm>
  )
}
