import type { CallInput, CallOutput } from '@granary/contract/call.ts'
import { instanceList, internetGatewayList, vpcSubnetList } from '@granary/contract/generated/client.ts'
import { destinationProblem, routeProblem, targetProblem } from '@granary/domain/routes.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { capitalize } from '../../../api/errors.ts'
import { allQuery } from '../../../api/queries.ts'
import { Bound } from '../../../app/kit/bound.tsx'
import type { FieldsOfBody } from '../../../app/kit/field-problems.ts'
import { FormPanel } from '../../../app/kit/form-panel.tsx'
import { IdentityFields } from '../../../kinds/network/identity-fields.tsx'
import { toastChanged } from '../../../kinds/network/toast.tsx'
import { Combobox } from '../../../ui/fields/combobox.tsx'
import { Listbox } from '../../../ui/fields/listbox.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { RelevantDocs } from '../../../ui/page/relevant-docs.tsx'
import { NETWORKING_LINKS } from '../docs.ts'
import { END_TYPES } from './route-words.ts'
import { useRouterPath, useVpcRouter } from './use-router.ts'

type Route = CallOutput<'vpcRouterRouteView'>
export type RouteBody = CallInput<'vpcRouterRouteCreate'>['body']
type RouteValues = {
  name: string
  description: string
  destinationType: 'ip' | 'ip_net' | 'subnet' | 'vpc'
  destinationValue: string
  targetType: Route['target']['type']
  targetValue: string
}

const FIELDS = {
  'destination.type': 'destinationType',
  'destination.value': 'destinationValue',
  'target.type': 'targetType',
  'target.value': 'targetValue',
} as const satisfies FieldsOfBody<'vpcRouterRouteCreate', RouteValues>

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

const endsOf = (values: RouteValues): Pick<RouteBody, 'destination' | 'target'> => ({
  destination: { type: values.destinationType, value: values.destinationValue.trim() },
  target:
    values.targetType === 'drop'
      ? { type: 'drop' }
      : { type: values.targetType, value: values.targetValue.trim() },
})

const EMPTY: RouteBody = {
  name: '',
  description: '',
  destination: { type: 'ip', value: '' },
  target: { type: 'ip', value: '' },
}
const valuesOf = (route: RouteBody): RouteValues => ({
  name: route.name,
  description: route.description,
  destinationType: route.destination.type,
  destinationValue: route.destination.value,
  targetType: route.target.type,
  targetValue: route.target.type === 'drop' ? '' : route.target.value,
})

type RouteFormProps = {
  title: string
  submitLabel: string
  /** An existing route. */
  route?: Route
  /** Initial values other than those of the route. */
  draft?: Partial<RouteBody> | undefined
  onSave: (body: RouteBody) => Promise<{ name: string }>
  /** Past participle for the toast: "created". */
  changed: string
  keepsDraft?: boolean
  /** Above the fields: properties and reasons. */
  children?: ReactNode
}

/** The form of a route. Of a default route, only the target can be edited. */
export function RouteForm({
  title,
  submitLabel,
  route,
  draft,
  onSave,
  changed,
  keepsDraft,
  children,
}: RouteFormProps) {
  const path = useRouterPath()
  const { vpcId } = useVpcRouter()
  const navigate = useNavigate()
  const initial = valuesOf({ ...EMPTY, ...route, ...draft })
  const form = useForm<RouteValues>({ defaultValues: initial })
  const { control, setValue } = form
  const [destinationType, targetType] = useWatch({ control, name: ['destinationType', 'targetType'] })
  const items = useItems(path.project, vpcId, initial)
  const toRouter = (replace = false) =>
    navigate({ to: '/projects/$project/vpcs/$vpc/routers/$router', params: path, replace })
  const isDefault = route?.kind === 'default'
  return (
    <FormPanel
      form={form}
      title={title}
      submitLabel={submitLabel}
      fields={FIELDS}
      keepsDraft={keepsDraft}
      onDismiss={() => void toRouter()}
      onSubmit={async (values) => {
        const { name, description } = values
        const saved = await onSave({ name, description, ...endsOf(values) })
        toastChanged('Route', saved.name, changed)
        await toRouter(true)
      }}
    >
      {children}
      {!isDefault && (
        <>
          <IdentityFields control={control} />
          <Bound control={control} name="destinationType">
            {(field) => (
              <Listbox
                {...field}
                label="Destination type"
                items={DESTINATIONS}
                required
                onChange={(type) => {
                  field.onChange(type)
                  setValue('destinationValue', '')
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
                />
              )
            }
          </Bound>
        </>
      )}
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
              setValue('targetValue', '')
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
      <RelevantDocs links={NETWORKING_LINKS} />
    </FormPanel>
  )
}

/** Returns what a route can refer to by name. The current names stay, even if nothing has them any more. */
function useItems(project: string, vpc: string, current: RouteValues) {
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
