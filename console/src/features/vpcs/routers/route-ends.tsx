import { instanceList, internetGatewayList, vpcSubnetList } from '@granary/contract/generated/client.ts'
import { destinationProblem, routeProblem, targetProblem } from '@granary/domain/routes.ts'
import { pastedAddress, pastedNetwork } from '@granary/domain/pasted.ts'
import { useQuery } from '@tanstack/react-query'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { capitalize } from '../../../api/errors.ts'
import { allQuery } from '../../../api/queries.ts'
import { Bound } from '../../../app/kit/forms/bound.tsx'
import { Combobox } from '../../../ui/fields/combobox.tsx'
import { Listbox } from '../../../ui/fields/listbox.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { endsOf, type RouteValues } from './route-values.ts'
import { END_TYPES } from './route-words.ts'

const DESTINATIONS = [
  { value: 'ip' as const, label: 'IP' },
  { value: 'ip_net' as const, label: 'IP network' },
  { value: 'subnet' as const, label: 'Subnet' },
]
const TARGETS = [
  { value: 'ip' as const, label: 'IP' },
  { value: 'instance' as const, label: 'Instance' },
  { value: 'internet_gateway' as const, label: 'Internet gateway' },
  { value: 'drop' as const, label: 'Drop' },
]

type EndProps = { form: UseFormReturn<RouteValues>; items: RouteItems }

/** Where packets go that take the route. */
export function DestinationFields({ form, items }: EndProps) {
  const { control, setValue } = form
  const destinationType = useWatch({ control, name: 'destinationType' })
  return (
    <>
      <Bound control={control} name="destinationType">
        {(field) => (
          <Listbox
            {...field}
            label="Destination type"
            items={DESTINATIONS}
            required
            onChange={(type) => {
              field.onChange(type)
              setValue('destinationValue', '', { shouldDirty: true })
              form.clearErrors('destinationValue')
            }}
          />
        )}
      </Bound>
      <Bound
        key={`destination ${destinationType}`}
        control={control}
        name="destinationValue"
        problem={(_, values) => destinationProblem(endsOf(values).destination)}
      >
        {(field) =>
          destinationType === 'subnet' ? (
            <Combobox
              {...field}
              label="Destination value"
              placeholder="Select a VPC subnet"
              items={items.subnet}
              value={field.value || null}
              onChange={(value) => field.onChange(value ?? '')}
              required
            />
          ) : (
            <TextField
              {...field}
              label="Destination value"
              placeholder={destinationType === 'ip' ? 'Enter an IP' : 'Enter an IP network'}
              hint={destinationType === 'ip' ? 'Such as 192.168.1.222' : 'Such as 192.168.0.0/16'}
              required
              mono
              tidy={destinationType === 'ip' ? pastedAddress : pastedNetwork}
            />
          )
        }
      </Bound>
    </>
  )
}

/** Where the route sends them. */
export function TargetFields({ form, items }: EndProps) {
  const { control, setValue } = form
  const targetType = useWatch({ control, name: 'targetType' })
  return (
    <>
      <Bound control={control} name="targetType">
        {(field) => (
          <Listbox
            {...field}
            label="Target type"
            items={
              TARGETS.some(({ value }) => value === field.value)
                ? TARGETS
                : [...TARGETS, { value: field.value, label: END_TYPES[field.value] }]
            }
            required
            onChange={(type) => {
              field.onChange(type)
              setValue('targetValue', '', { shouldDirty: true })
              form.clearErrors('targetValue')
            }}
          />
        )}
      </Bound>
      {targetType !== 'drop' && (
        <Bound
          key={`target ${targetType}`}
          control={control}
          name="targetValue"
          problem={(_, values) => {
            const ends = endsOf(values)
            const problem = routeProblem(ends)
            const message =
              targetProblem(ends.target) ?? (problem?.path === 'target.value' ? problem.message : null)
            return message && capitalize(message)
          }}
        >
          {(field) =>
            targetType !== 'instance' && targetType !== 'internet_gateway' ? (
              <TextField
                {...field}
                label="Target value"
                placeholder="Enter an IP"
                hint="Such as 10.0.1.5"
                required
                mono
                tidy={pastedAddress}
              />
            ) : (
              <Combobox
                {...field}
                label="Target value"
                placeholder={targetType === 'instance' ? 'Select an instance' : 'Select an internet gateway'}
                items={targetType === 'instance' ? items.instance : items.gateway}
                value={field.value || null}
                onChange={(value) => field.onChange(value ?? '')}
                required
              />
            )
          }
        </Bound>
      )}
    </>
  )
}

/** What a route can refer to by name. */
type RouteItems = ReturnType<typeof useRouteItems>

/** Returns what a route can refer to by name. The current names stay, even if nothing has them any more. */
export function useRouteItems(project: string, vpc: string, current: RouteValues) {
  const subnets = useQuery({ ...allQuery(vpcSubnetList, { query: { vpc } }), throwOnError: false }).data
  const instances = useQuery({ ...allQuery(instanceList, { query: { project } }), throwOnError: false }).data
  const gateways = useQuery({
    ...allQuery(internetGatewayList, { query: { vpc } }),
    throwOnError: false,
  }).data
  const named = (rows: readonly { name: string }[] | undefined, kept: string) => {
    const names = (rows ?? []).map(({ name }) => name)
    return [...new Set(kept === '' ? names : [...names, kept])].map((name) => ({ value: name, label: name }))
  }
  const keptTarget = (type: RouteValues['targetType']) =>
    current.targetType === type ? current.targetValue : ''
  return {
    subnet: named(subnets, current.destinationType === 'subnet' ? current.destinationValue : ''),
    instance: named(instances, keptTarget('instance')),
    gateway: named(gateways, keptTarget('internet_gateway')),
  }
}
