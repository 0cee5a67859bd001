import {
  icmpCodeProblem,
  icmpTypeProblem,
  normalizeIcmpCode,
  sameProtocol,
} from '@granary/domain/firewall.ts'
import { PROTOCOLS, protocolText } from '@granary/domain/firewall-words.ts'
import { ICMP_TYPES, type IcmpFamily, icmpTypeName } from '@granary/domain/icmp.ts'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { Bound } from '../../../app/kit/forms/bound.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Combobox } from '../../../ui/fields/combobox.tsx'
import { Listbox } from '../../../ui/fields/listbox.tsx'
import { MiniTable } from '../../../ui/fields/mini-table.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { useReadOnly } from '../../../ui/read-only.ts'
import { Tooltip } from '../../../ui/tooltip.tsx'
import { type Protocol, type RuleValues, typedProtocol } from './rule-values.ts'
import { SubForm } from '../../../app/kit/forms/sub-form.tsx'

const ITEMS = (Object.keys(PROTOCOLS) as Protocol['type'][]).map((value) => ({
  value,
  label: PROTOCOLS[value],
}))

const typesOf = (family: IcmpFamily) => [
  { value: '', label: 'All types' },
  ...Object.entries(ICMP_TYPES[family]).map(([value, name]) => ({ value, label: `${value} - ${name}` })),
]
const TYPES = { icmp: typesOf('icmp'), icmp6: typesOf('icmp6') }

/** The protocols of a rule, with the types and codes of ICMP. */
export function ProtocolsField({ form }: { form: UseFormReturn<RuleValues> }) {
  const { control, setValue } = form
  const [protocols, protocol, icmpType, icmpCode] = useWatch({
    control,
    name: ['protocols', 'protocol', 'icmpType', 'icmpCode'],
  })
  const isReadOnly = useReadOnly() !== null
  const set = (next: Protocol[]) => setValue('protocols', next, { shouldDirty: true })
  const clearIcmp = () => {
    setValue('icmpType', '')
    setValue('icmpCode', '')
    form.clearErrors(['icmpType', 'icmpCode'])
  }
  const clear = () => {
    setValue('protocol', null, { shouldDirty: true })
    clearIcmp()
  }
  const add = () => {
    const [type, code] = [icmpTypeProblem(icmpType), icmpCodeProblem(normalizeIcmpCode(icmpCode))]
    if (type) form.setError('icmpType', { message: type })
    if (code) form.setError('icmpCode', { message: code })
    const typed = typedProtocol({ protocol, icmpType, icmpCode })
    if (!typed || type || code) return
    if (!protocols.some((one) => sameProtocol(one, typed))) set([...protocols, typed])
    clear()
  }
  const family = protocol === 'icmp' || protocol === 'icmp6' ? protocol : null
  return (
    <div className="flex flex-col gap-3">
      <SubForm thing="protocol filter" isEmpty={protocol === null} onClear={clear} onAdd={add}>
        <Bound control={control} name="protocol">
          {(field) => (
            <Listbox
              {...field}
              label="Protocol filters"
              placeholder=""
              items={ITEMS}
              onChange={(next) => {
                field.onChange(next)
                clearIcmp()
              }}
            />
          )}
        </Bound>
        {family && (
          <Bound key={family} control={control} name="icmpType" problem={icmpTypeProblem}>
            {(field) => (
              <Combobox
                {...field}
                label={`${PROTOCOLS[family]} type`}
                hint="Leave it blank to match any type"
                items={TYPES[family]}
                onChange={(next) => field.onChange(next ?? '')}
                allowsArbitrary
              />
            )}
          </Bound>
        )}
        {family && icmpType.trim() !== '' && (
          <Bound
            control={control}
            name="icmpCode"
            problem={(text) => icmpCodeProblem(normalizeIcmpCode(text))}
          >
            {(field) => (
              <TextField
                {...field}
                label={`${PROTOCOLS[family]} code`}
                hint="A code or a range of codes, such as 0-3. Leave it blank to match any code"
                optional
                mono
              />
            )}
          </Bound>
        )}
      </SubForm>
      <ProtocolTable protocols={protocols} onChange={isReadOnly ? undefined : set} />
    </div>
  )
}

const any = (what: string) => (
  <Tooltip content={`Matches all ${what} traffic`}>
    <span className="text-text-muted">—</span>
  </Tooltip>
)

const valueIn = (protocol: Protocol) =>
  protocol.type === 'icmp' || protocol.type === 'icmp6' ? protocol.value : null

const typeCell = (protocol: Protocol) => {
  const value = valueIn(protocol)
  if (!value || (protocol.type !== 'icmp' && protocol.type !== 'icmp6')) return any(PROTOCOLS[protocol.type])
  return `${value.icmpType} - ${icmpTypeName(protocol.type, value.icmpType)}`
}

function ProtocolTable({
  protocols,
  onChange,
}: {
  protocols: Protocol[]
  onChange: ((next: Protocol[]) => void) | undefined
}) {
  return (
    <MiniTable
      label="Protocol filters"
      columns={[
        {
          header: 'Protocol',
          render: ({ type }: Protocol) => <Badge color="neutral">{PROTOCOLS[type]}</Badge>,
        },
        { header: 'Type', render: typeCell },
        {
          header: 'Code',
          render: (protocol: Protocol) => valueIn(protocol)?.code ?? any(protocolText(protocol)),
        },
      ]}
      rows={protocols}
      rowKey={protocolText}
      removeLabel={(protocol) => `Remove ${protocolText(protocol)}`}
      onRemove={onChange && ((_, index) => onChange(protocols.toSpliced(index, 1)))}
    />
  )
}
