import { firewallHostProblem, type FirewallTarget } from '@granary/domain/firewall.ts'
import { HOST_TYPES, TARGET_TYPES } from '@granary/domain/firewall-words.ts'
import { pastedAddress, pastedNetwork } from '@granary/domain/pasted.ts'
import { tagKeyProblem, tagOf, tagValueProblem } from '@granary/domain/tags.ts'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { Bound } from '../../../app/kit/forms/bound.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Combobox } from '../../../ui/fields/combobox.tsx'
import { Listbox } from '../../../ui/fields/listbox.tsx'
import { MiniTable } from '../../../ui/fields/mini-table.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { useReadOnly } from '../../../ui/read-only.ts'
import { type RuleValues, targetsToKeep, withItem } from './rule-values.ts'
import { SubForm } from '../../../app/kit/forms/sub-form.tsx'

type TypeName = FirewallTarget['type']

const typesOf = (labels: Partial<Record<TypeName, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value: value as TypeName, label }))
const TYPES = typesOf(HOST_TYPES)

const KINDS = {
  target: { list: 'targets', type: 'targetType', value: 'targetValue', title: 'Target', thing: 'target' },
  host: { list: 'hosts', type: 'hostType', value: 'hostValue', title: 'Host', thing: 'host filter' },
} as const

const VALUE_LABELS = {
  vpc: 'VPC name',
  subnet: 'Subnet name',
  instance: 'Instance name',
  tag: 'Tag',
} as const

const tagProblem = (text: string): string | null => {
  if (!text.includes('=')) return 'Must be a key and a value, such as env=prod'
  const { key, value } = tagOf(text)
  return tagKeyProblem(key) ?? tagValueProblem(value)
}

const ADDRESS_TEXTS = {
  ip: { label: 'IP address', hint: 'An IPv4 or IPv6 address' },
  ip_net: {
    label: 'IP network',
    hint: 'An IPv4 or IPv6 network, such as 192.168.0.0/16 or fd00:1::/64',
  },
} as const

const TIDY = { ip: pastedAddress, ip_net: pastedNetwork } as const

type HostsFieldProps = {
  form: UseFormReturn<RuleValues>
  kind: keyof typeof KINDS
  /** Accessible name of the table. */
  label: string
  /** Names to choose from. */
  names: Readonly<Record<keyof typeof VALUE_LABELS, readonly string[] | undefined>> & {
    vpc: readonly string[]
  }
}

/** Targets or host filters of a rule: VPC, subnets, instances, addresses and networks; targets also by tag. */
export function HostsField({ form, kind, label, names }: HostsFieldProps) {
  const { list, type: typeName, value: valueName, title, thing } = KINDS[kind]
  const { control, setValue } = form
  // A server without tags has no names of them.
  const types = kind === 'target' && names.tag ? typesOf(TARGET_TYPES) : TYPES
  const [hosts, type, value] = useWatch({ control, name: [list, typeName, valueName] })
  const problemOf = (text: string, of: TypeName): string | null => {
    if (text.trim() === '') return null
    if (of === 'tag') return tagProblem(text.trim())
    const problem = firewallHostProblem({ type: of, value: text.trim() }, `${title} name`)
    if (problem || of !== 'vpc' || names.vpc.includes(text.trim())) return problem
    return `A rule can only name its own VPC: ${names.vpc.join(', ')}`
  }
  const set = (next: FirewallTarget[]) => {
    setValue(list, next, { shouldDirty: true })
    if (kind === 'target') setValue('targetsProposed', false)
  }
  const clear = () => {
    setValue(valueName, '', { shouldDirty: true })
    setValue(typeName, 'vpc')
    form.clearErrors(valueName)
  }
  const add = () => {
    if (value.trim() === '') return
    const problem = problemOf(value, type)
    if (problem) return form.setError(valueName, { message: problem })
    const kept = kind === 'target' ? targetsToKeep(form.getValues()) : hosts
    set(withItem(kept, { type, value: value.trim() }))
    clear()
  }
  const options = (of: keyof typeof VALUE_LABELS) =>
    (names[of] ?? [])
      .filter((name) => !hosts.some((host) => host.type === of && host.value === name))
      .map((name) => ({ value: name, label: name }))
  return (
    <div className="flex flex-col gap-3">
      <SubForm thing={thing} isEmpty={value === ''} onClear={clear} onAdd={add}>
        <Bound control={control} name={typeName}>
          {(field) => (
            <Listbox
              {...field}
              label={`${title} type`}
              items={types}
              onChange={(next) => {
                field.onChange(next)
                setValue(valueName, '')
                form.clearErrors(valueName)
              }}
            />
          )}
        </Bound>
        <Bound
          key={type}
          control={control}
          name={valueName}
          problem={(text, values) => problemOf(text, values[typeName])}
        >
          {(field) =>
            type === 'ip' || type === 'ip_net' ? (
              <TextField {...field} {...ADDRESS_TEXTS[type]} tidy={TIDY[type]} mono />
            ) : (
              <Combobox
                {...field}
                label={VALUE_LABELS[type]}
                hint={
                  type === 'tag'
                    ? 'A key and a value of instances, such as env=prod'
                    : 'Select an option or enter a custom value'
                }
                items={options(type)}
                onChange={(next) => field.onChange(next ?? '')}
                allowsArbitrary
              />
            )
          }
        </Bound>
      </SubForm>
      <HostTable label={label} hosts={hosts} onChange={set} />
    </div>
  )
}

type HostTableProps = {
  label: string
  hosts: FirewallTarget[]
  onChange: (hosts: FirewallTarget[]) => void
}

function HostTable({ label, hosts, onChange }: HostTableProps) {
  const isReadOnly = useReadOnly() !== null
  return (
    <MiniTable
      label={label}
      columns={[
        { header: 'Type', render: (host: FirewallTarget) => <Badge color="neutral">{host.type}</Badge> },
        { header: 'Value', render: (host: FirewallTarget) => host.value },
      ]}
      rows={hosts}
      rowKey={(host) => `${host.type} ${host.value}`}
      onRemove={isReadOnly ? undefined : (_, index) => onChange(hosts.toSpliced(index, 1))}
    />
  )
}
