import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { FormPanel } from '../../../app/kit/forms/form-panel.tsx'
import { useEditForm } from '../../../app/kit/forms/use-edit-form.ts'
import { IdentityFields } from '../../../kinds/network/identity-fields.tsx'
import { toastChanged } from '../../../kinds/network/toast.tsx'
import { RelevantDocs } from '../../../ui/page/relevant-docs.tsx'
import { NETWORKING_LINKS } from '../docs.ts'
import { DestinationFields, TargetFields, useRouteItems } from './route-ends.tsx'
import {
  EMPTY,
  endsOf,
  FIELDS,
  type Route,
  type RouteBody,
  type RouteValues,
  valuesOf,
} from './route-values.ts'
import { useRouterPath, useVpcRouter } from './use-router.ts'

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
  const form = useEditForm<RouteValues>(initial)
  const items = useRouteItems(path.project, vpcId, initial)
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
          <IdentityFields control={form.control} />
          <DestinationFields form={form} items={items} />
        </>
      )}
      <TargetFields form={form} items={items} />
      <RelevantDocs links={NETWORKING_LINKS} />
    </FormPanel>
  )
}
