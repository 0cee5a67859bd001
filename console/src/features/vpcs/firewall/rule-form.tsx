import { ignorable } from '@granary/contract/call.ts'
import { instanceList, tagList, vpcSubnetList } from '@granary/contract/generated/client.ts'
import { firewallNameProblem, MAX_FIREWALL_PRIORITY } from '@granary/domain/firewall.ts'
import { ruleSentence } from '@granary/domain/firewall-words.ts'
import { tagText } from '@granary/domain/tags.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useMemo, useRef } from 'react'
import { useForm, type UseFormReturn, useWatch } from 'react-hook-form'
import { useExtensions } from '../../../api/extensions.ts'
import { allQuery, optionalQuery } from '../../../api/queries.ts'
import { Bound, required } from '../../../app/kit/forms/bound.tsx'
import type { FieldsByPath } from '../../../app/kit/forms/field-problems.ts'
import { FormPanel } from '../../../app/kit/forms/form-panel.tsx'
import { IdentityFields } from '../../../kinds/network/identity-fields.tsx'
import { toastChanged } from '../../../kinds/network/toast.tsx'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { NumberField } from '../../../ui/fields/number-field.tsx'
import { RadioGroup } from '../../../ui/fields/radio-group.tsx'
import { MessageBox } from '../../../ui/message-box.tsx'
import { RelevantDocs } from '../../../ui/page/relevant-docs.tsx'
import { NETWORKING_LINKS } from '../docs.ts'
import { useVpc, useVpcPath } from '../use-vpc.ts'
import { HostsField } from './hosts-field.tsx'
import { PortsField } from './ports-field.tsx'
import { ProtocolsField } from './protocols-field.tsx'
import { ruleOf, type RuleValues } from './rule-values.ts'
import { changeRules, type RuleBody, type RulesChange } from './rules.ts'

const ACTIONS = [
  { value: 'allow' as const, label: 'Allow' },
  { value: 'deny' as const, label: 'Deny' },
]
const DIRECTIONS = [
  { value: 'inbound' as const, label: 'Inbound' },
  { value: 'outbound' as const, label: 'Outbound' },
]

/** The fields of the sent rule's problems, which is the last of the list. */
const fieldsAt = (index: number): FieldsByPath<RuleValues> => ({
  [`rules.${index}.name`]: 'name',
  [`rules.${index}.description`]: 'description',
  [`rules.${index}.priority`]: 'priority',
  [`rules.${index}.targets`]: 'targetValue',
  [`rules.${index}.target_tags`]: 'targetValue',
  [`rules.${index}.filters.hosts`]: 'hostValue',
  [`rules.${index}.filters.ports`]: 'port',
  [`rules.${index}.filters.protocols`]: 'protocol',
})

type RuleFormProps = {
  title: string
  submitLabel: string
  defaultValues: RuleValues
  /** Names of the other rules of the VPC. */
  others: readonly string[]
  /** The change of the VPC's rules. */
  change: (rule: RuleBody) => RulesChange
  /** Past participle for the toast: "created". */
  changed: string
  keepsDraft?: boolean
  /** Above the fields: the properties of an existing rule. */
  children?: ReactNode
}

/** The form of a firewall rule: create, clone and edit. */
export function RuleForm({
  title,
  submitLabel,
  defaultValues,
  others,
  change,
  changed,
  keepsDraft,
  children,
}: RuleFormProps) {
  const vpc = useVpc()
  const path = useVpcPath()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const form = useForm<RuleValues>({ defaultValues })
  const { control } = form
  const index = useRef(0)
  const toRules = (replace = false) =>
    navigate({ to: '/projects/$project/vpcs/$vpc/firewall-rules', params: path, replace })
  return (
    <FormPanel
      form={form}
      title={title}
      submitLabel={submitLabel}
      fields={() => fieldsAt(index.current)}
      keepsDraft={keepsDraft}
      onDismiss={() => void toRules()}
      onSubmit={async (values) => {
        const rule = ruleOf(values)
        await changeRules(queryClient, vpc.id, change(rule), (rules) => {
          index.current = rules.length - 1
        })
        toastChanged('Firewall rule', rule.name, changed)
        await toRules(true)
      }}
    >
      {children}
      <Sentence control={control} />
      <Bound control={control} name="enabled">
        {({ value, ...field }) => (
          <Checkbox {...field} isSelected={value}>
            Enabled
          </Checkbox>
        )}
      </Bound>
      <IdentityFields control={control} nameRule={(name) => firewallNameProblem(name, others)} />
      <Bound control={control} name="action">
        {(field) => <RadioGroup {...field} label="Action" items={ACTIONS} />}
      </Bound>
      <Bound control={control} name="direction">
        {(field) => (
          <RadioGroup
            {...field}
            label="Direction of traffic"
            hint="Inbound traffic goes to the targets, outbound traffic comes from them."
            items={DIRECTIONS}
          />
        )}
      </Bound>
      <Bound control={control} name="priority" problem={required('Priority')}>
        {(field) => (
          <NumberField
            {...field}
            label="Priority"
            hint={`0 to ${MAX_FIREWALL_PRIORITY}. The matching rule with the lowest number decides.`}
            maxValue={MAX_FIREWALL_PRIORITY}
            required
          />
        )}
      </Bound>
      <Matches form={form} />
      <RelevantDocs links={NETWORKING_LINKS} />
    </FormPanel>
  )
}

/** Selects the traffic of the rule. */
function Matches({ form }: { form: UseFormReturn<RuleValues> }) {
  const names = useNames(useVpcPath().project, useVpc())
  return (
    <>
      <Section title="Targets" text="The instances that the rule applies to. Each target adds to the others.">
        <HostsField form={form} kind="target" label="Targets" names={names} />
      </Section>
      <Section
        title="Filters"
        text="Filters narrow the rule. Without any, it matches all traffic. With filters of several kinds, traffic must match at least one of each kind."
      >
        <PortsField form={form} />
        <ProtocolsField form={form} />
      </Section>
      <Section
        title="Host filters"
        text="The other end of the traffic: who sends to the targets, or receives."
      >
        <HostsField form={form} kind="host" label="Host filters" names={names} />
      </Section>
    </>
  )
}

/** Returns the names that a rule may refer to. */
function useNames(project: string, vpc: { id: string; name: string }) {
  const subnets = useQuery({
    ...allQuery(vpcSubnetList, { query: { vpc: vpc.id } }),
    throwOnError: false,
  }).data
  const instances = useQuery({ ...allQuery(instanceList, { query: { project } }), throwOnError: false }).data
  const extensions = useExtensions()
  const tags = useQuery(
    optionalQuery(extensions, tagList, { query: { project, kind: ignorable('instance') } }),
  ).data?.items
  return useMemo(
    () => ({
      // Until they are loaded, a tag can be typed.
      tag: extensions ? (tags ?? []).map(tagText) : undefined,
      vpc: [vpc.name],
      subnet: (subnets ?? []).map(({ name }) => name),
      instance: (instances ?? []).map(({ name }) => name),
    }),
    [extensions, tags, vpc.name, subnets, instances],
  )
}

/** The rule as it is being typed, in words. */
function Sentence({ control }: { control: ReturnType<typeof useForm<RuleValues>>['control'] }) {
  const values = useWatch({ control }) as RuleValues
  return <MessageBox>{ruleSentence(ruleOf(values))}</MessageBox>
}

const Section = ({ title, text, children }: { title: string; text: string; children: ReactNode }) => (
  <section className="flex flex-col gap-4 border-t border-border pt-5">
    <div>
      <h3 className="font-semibold">{title}</h3>
      <p className="mt-0.5 text-sm text-text-muted">{text}</p>
    </div>
    {children}
  </section>
)
