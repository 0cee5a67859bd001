import type { CallInput, CallOutput } from '@granary/contract/call.ts'
import type { FieldsOfBody } from '../../../app/kit/forms/field-problems.ts'

export type Route = CallOutput<'vpcRouterRouteView'>
export type RouteBody = CallInput<'vpcRouterRouteCreate'>['body']
/** The fields of the form of a route. */
export type RouteValues = {
  name: string
  description: string
  destinationType: 'ip' | 'ip_net' | 'subnet' | 'vpc'
  destinationValue: string
  targetType: Route['target']['type']
  targetValue: string
}

/** The fields of the form for the problems of a refusal. */
export const FIELDS = {
  'destination.type': 'destinationType',
  'destination.value': 'destinationValue',
  'target.type': 'targetType',
  'target.value': 'targetValue',
} as const satisfies FieldsOfBody<'vpcRouterRouteCreate', RouteValues>

/** Returns the destination and the target of a route. */
export const endsOf = (values: RouteValues): Pick<RouteBody, 'destination' | 'target'> => ({
  destination: { type: values.destinationType, value: values.destinationValue.trim() },
  target:
    values.targetType === 'drop'
      ? { type: 'drop' }
      : { type: values.targetType, value: values.targetValue.trim() },
})

/** A route before anything is filled in. */
export const EMPTY: RouteBody = {
  name: '',
  description: '',
  destination: { type: 'ip', value: '' },
  target: { type: 'ip', value: '' },
}
/** Returns the fields of the form with a route. */
export const valuesOf = (route: RouteBody): RouteValues => ({
  name: route.name,
  description: route.description,
  destinationType: route.destination.type,
  destinationValue: route.destination.value,
  targetType: route.target.type,
  targetValue: route.target.type === 'drop' ? '' : route.target.value,
})
