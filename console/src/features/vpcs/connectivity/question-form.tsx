import type { IpVersion } from '@granary/domain/ip.ts'
import { endProblem } from '@granary/domain/reachability/ends.ts'
import { useMemo } from 'react'
import { type Control, useForm, useWatch } from 'react-hook-form'
import { useNavigateHere } from '../../../app/kit/lists/use-navigate-here.ts'
import { Bound, required } from '../../../app/kit/forms/bound.tsx'
import { Button } from '../../../ui/button.tsx'
import { Combobox } from '../../../ui/fields/combobox.tsx'
import { Listbox } from '../../../ui/fields/listbox.tsx'
import { NumberField } from '../../../ui/fields/number-field.tsx'
import type { Members } from '../network/use-interfaces.ts'
import { endOf } from './question.ts'
import type { QuestionSearch } from './question-search.ts'

const PROTOCOLS = [
  { value: 'tcp' as const, label: 'TCP' },
  { value: 'udp' as const, label: 'UDP' },
  { value: 'icmp' as const, label: 'ICMP (ping)' },
]
const VERSIONS = [
  { value: 'any' as const, label: 'Any' },
  { value: 'v4' as const, label: 'IPv4' },
  { value: 'v6' as const, label: 'IPv6' },
]

type Values = {
  from: string
  to: string
  protocol: 'tcp' | 'udp' | 'icmp'
  port: number | null
  version: IpVersion | 'any'
}

/** The form of a question. Its answer has an address of its own. */
export function QuestionForm({ search, members }: { search: QuestionSearch; members?: Members }) {
  const navigate = useNavigateHere()
  const { control, handleSubmit } = useForm<Values>({
    defaultValues: {
      from: search.from ?? 'internet',
      to: search.to ?? '',
      protocol: search.protocol ?? 'tcp',
      port: search.port ?? 443,
      version: search.version ?? 'any',
    },
  })
  const protocol = useWatch({ control, name: 'protocol' })
  const ask = handleSubmit(({ from, to, protocol, port, version }) =>
    navigate({
      search: {
        from: endOf(from),
        to: endOf(to),
        protocol,
        port: protocol === 'icmp' ? undefined : (port ?? undefined),
        version: version === 'any' ? undefined : version,
      },
    }),
  )
  return (
    <form
      noValidate
      aria-label="Question"
      onSubmit={(event) => void ask(event)}
      className="grid items-start gap-4 sm:grid-cols-2 xl:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_9rem_8rem_7rem_auto]"
    >
      <EndField control={control} name="from" label="From" members={members} />
      <EndField control={control} name="to" label="To" members={members} />
      <Bound control={control} name="protocol">
        {(field) => <Listbox {...field} isDisabled={false} label="Protocol" items={PROTOCOLS} />}
      </Bound>
      <Bound
        key={protocol}
        control={control}
        name="port"
        problem={(port) => (protocol === 'icmp' ? null : required('Port')(port))}
      >
        {(field) => (
          <NumberField
            {...field}
            isDisabled={protocol === 'icmp'}
            label="Port"
            minValue={1}
            maxValue={65_535}
            required={protocol !== 'icmp'}
          />
        )}
      </Bound>
      <Bound control={control} name="version">
        {(field) => <Listbox {...field} isDisabled={false} label="IP version" items={VERSIONS} />}
      </Bound>
      <Button type="submit" className="sm:mt-6">
        Check
      </Button>
    </form>
  )
}

type EndFieldProps = {
  control: Control<Values>
  name: 'from' | 'to'
  label: string
  members: Members | undefined
}

function EndField({ control, name, label, members }: EndFieldProps) {
  const items = useMemo(() => endsOf(members), [members])
  return (
    <Bound
      control={control}
      name={name}
      problem={(text) => required(label)(text) ?? (endProblem(endOf(text)) && ENDS)}
    >
      {(field) => (
        <Combobox
          {...field}
          isDisabled={false}
          label={label}
          placeholder="Instance or IP address"
          items={items}
          value={field.value || null}
          onChange={(value) => field.onChange(value ?? '')}
          isLoading={!members}
          allowsArbitrary
          required
        />
      )}
    </Bound>
  )
}

const ENDS = 'Must be internet, the name of an instance, or an IP address'

/** Everything in the VPC that packets can come from or go to. An interface is offered if its instance has several. */
function endsOf(members: Members | undefined) {
  const { interfaces = [] } = members ?? {}
  const perInstance = Map.groupBy(interfaces, ({ instance }) => instance.name)
  return [
    { value: 'internet', label: 'Internet' },
    ...[...perInstance].flatMap(([name, nics]) => [
      { value: `instance/${name}`, label: name, description: nics.flatMap(({ ips }) => ips).join(', ') },
      ...(nics.length > 1
        ? nics.map((nic) => ({
            value: `interface/${name}/${nic.name}`,
            label: `${nic.name} of ${name}`,
            description: nic.ips.join(', '),
          }))
        : []),
    ]),
  ]
}
