import { firewallHostProblem } from '@granary/domain/firewall.ts'
import { HOST_TYPES } from '@granary/domain/firewall-words.ts'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { Bound } from '../../../app/kit/bound.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Combobox } from '../../../ui/fields/combobox.tsx'
import { Listbox } from '../../../ui/fields/listbox.tsx'
import { MiniTable } from '../../../ui/fields/mini-table.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { useReadOnly } from '../../../ui/read-only.ts'
import { type Host, type RuleValues, withItem } from './rule-values.ts'
import { SubForm } from './sub-form.tsx'

const TYPES = (Object.keys(HOST_TYPES) as Host['type'][]).map((value) => ({
  value,
  label: HOST_TYPES[value],
}))

const KINDS = {
  target: { list: 'targets', type: 'targetType', value: 'targetValue', title: 'Target', thing: 'target' },
  host: { list: 'hosts', type: 'hostType', value: 'hostValue', title: 'Host', thing: 'host filter' },
} as const

const VALUE_LABELS = { vpc: 'VPC name', subnet: 'Subnet name', instance: 'Instance name' } as const

const ADDRESS_TEXTS = {
  ip: { label: 'IP address', hint: 'An IPv4 or IPv6 address' },
  ip_net: {
    label: 'IP network',
    hint: 'An IPv4 or IPv6 network, such as 192.168.0.0/16 or fd00:1::/64',
  },
} as const

type HostsFieldProps = {
  form: UseFormReturn<RuleValues>
  kind: keyof typeof KINDS
  /** Accessible name of the table. */
  label: string
  /** Names to choose from. */
  names: Readonly<Record<'vpc' | 'subnet' | 'instance', readonly string[]>>
}

/** Targets or host filters of a rule: VPC, subnets, instances, addresses and networks. */
export function HostsField({ form, kind, label, names }: HostsFieldProps) {
  const { list, type: typeName, value: valueName, title, thing } = KINDS[kind]
  const { control, setValue } = form
  const [hosts, type, value] = useWatch({ control, name: [list, typeName, valueName] })
  const problemOf = (text: string, of: Host['type']): string | null => {
    if (text.trim() === '') return null
    const problem = firewallHostProblem({ type: of, value: text.trim() }, `${title} name`)
    if (problem || of !== 'vpc' || names.vpc.includes(text.trim())) return problem
    return `A rule can only name its own VPC: ${names.vpc.join(', ')}`
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
    setValue(list, withItem(hosts, { type, value: value.trim() }), { shouldDirty: true })
    clear()
  }
  const options = (of: keyof typeof VALUE_LABELS) =>
    names[of]
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
              items={TYPES}
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
              <TextField {...field} {...ADDRESS_TEXTS[type]} mono />
            ) : (
              <Combobox
                {...field}
                label={VALUE_LABELS[type]}
                hint="Select an option or enter a custom value"
                items={options(type)}
                onChange={(next) => field.onChange(next ?? '')}
                allowsArbitrary
              />
            )
          }
        </Bound>
      </SubForm>
      <HostTable
        label={label}
        hosts={hosts}
        onChange={(next) => setValue(list, next, { shouldDirty: true })}
      />
    </div>
  )
}

type HostTableProps = { label: string; hosts: Host[]; onChange: (hosts: Host[]) => void }

function HostTable({ label, hosts, onChange }: HostTableProps) {
  const isReadOnly = useReadOnly() !== null
  return (
    <MiniTable
      label={label}
      columns={[
        { header: 'Type', render: (host: Host) => <Badge color="neutral">{host.type}</Badge> },
        { header: 'Value', render: (host: Host) => host.value },
      ]}
      rows={hosts}
      rowKey={(host) => `${host.type} ${host.value}`}
      onRemove={isReadOnly ? undefined : (_, index) => onChange(hosts.toSpliced(index, 1))}
    />
  )
}
