import { type IpVersion, ipNetProblem, ipVersion } from '@granary/domain/ip.ts'
import { transitIpsProblem } from '@granary/domain/subnets.ts'
import { pastedList, pastedNetwork } from '@granary/domain/pasted.ts'
import { useState } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { Bound } from '../../../app/kit/forms/bound.tsx'
import { Button } from '../../../ui/button.tsx'
import { MiniTable } from '../../../ui/fields/mini-table.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { MessageBox } from '../../../ui/message-box.tsx'

/** Form values: the list, and the text in the field that was not added. */
export type TransitValues = {
  name: string
  description: string
  transitIps: string[]
  typedTransitIp: string
}

type TransitIpsProps = {
  form: UseFormReturn<TransitValues>
  /** The families of the interface. */
  versions: readonly IpVersion[]
}

/** Returns the list and the typed transit IP, because a user who submits the form means that one too. */
export const enteredTransitIps = ({ transitIps, typedTransitIp }: TransitValues): string[] => [
  ...transitIps,
  ...networksIn(typedTransitIp),
]

const networksIn = (text: string): string[] => pastedList(text).map(pastedNetwork)

/** Returns what is wrong with the networks that a user adds, or null. */
function problemOf(text: string, value: readonly string[], versions: readonly IpVersion[]): string | null {
  const added: string[] = []
  const networks = networksIn(text)
  for (const network of networks) {
    const problem = problemOfOne(network, [...value, ...added], versions)
    if (problem) return networks.length > 1 ? `${network}: ${problem}` : problem
    added.push(network)
  }
  return null
}

function problemOfOne(network: string, value: string[], versions: readonly IpVersion[]): string | null {
  const problem = ipNetProblem(network)
  if (problem) return problem
  const version = ipVersion(network)
  if (!version || !versions.includes(version))
    return `IP${version} transit IP not supported by this network interface`
  if (value.includes(network)) return 'Transit IP already in list'
  return transitIpsProblem([...value, network])
}

/** The transit IPs of an interface. Each is validated when it is added, or when the form is submitted. */
export function TransitIps({ form, versions }: TransitIpsProps) {
  const { control, formState } = form
  const [value, text] = useWatch({ control, name: ['transitIps', 'typedTransitIp'] })
  const [refused, setRefused] = useState<string>()
  // Typing hides the error until the next attempt.
  const [typedAfter, setTypedAfter] = useState(0)
  const set = (networks: string[]) => form.setValue('transitIps', networks, { shouldDirty: true })
  const type = (next: string) => {
    form.setValue('typedTransitIp', next, { shouldDirty: true })
    setRefused(undefined)
    setTypedAfter(formState.submitCount)
  }
  const add = () => {
    const problem = problemOf(text, value, versions)
    if (problem) return setRefused(problem)
    set([...value, ...networksIn(text)])
    type('')
  }
  return (
    <div className="flex flex-col gap-3">
      <MessageBox>
        This network interface takes{' '}
        {versions.length > 1 ? 'IPv4 and IPv6 networks' : `IP${versions.join('')} networks`}.
      </MessageBox>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the field inside handles the interaction */}
      <div
        onKeyDown={(event) => {
          // Enter adds the transit IP and does not submit the form.
          if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
          event.preventDefault()
          add()
        }}
      >
        <Bound
          control={control}
          name="typedTransitIp"
          problem={(typed, { transitIps }) => problemOf(typed, transitIps, versions)}
        >
          {({ error, ...field }) => (
            <TextField
              {...field}
              label="Transit IPs"
              hint="Other networks that the interface sends and accepts traffic for, as a router or gateway does."
              placeholder={versions.includes('v4') ? '10.96.0.0/16' : 'fd00:96::/64'}
              onChange={type}
              tidy={(typed) => networksIn(typed).join(', ')}
              error={refused ?? (typedAfter < formState.submitCount ? error : undefined)}
              mono
            />
          )}
        </Bound>
      </div>
      <div className="flex justify-end gap-2">
        <Button variant="ghost" size="sm" isDisabled={text === ''} onPress={() => type('')}>
          Clear
        </Button>
        <Button variant="secondary" size="sm" isDisabled={text.trim() === ''} onPress={add}>
          Add Transit IP
        </Button>
      </div>
      <MiniTable
        label="Transit IPs"
        columns={[{ header: 'Transit IPs', render: (network: string) => network }]}
        rows={value}
        rowKey={(network) => network}
        removeLabel={(network) => `remove IP ${network}`}
        onRemove={(network) => set(value.filter((one) => one !== network))}
      />
    </div>
  )
}
