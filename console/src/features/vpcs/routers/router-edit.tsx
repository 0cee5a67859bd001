import { vpcRouterUpdate, vpcRouterView } from '@granary/contract/generated/client.ts'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useOperation } from '../../../api/operate.ts'
import { namedQuery } from '../../../api/queries.ts'
import { useView } from '../../../api/use-view.ts'
import { FormPanel } from '../../../app/kit/forms/form-panel.tsx'
import { Metadata } from '../../../app/kit/pages/metadata.tsx'
import { useEditForm } from '../../../app/kit/forms/use-edit-form.ts'
import { IdentityFields } from '../../../kinds/network/identity-fields.tsx'
import { toastChanged } from '../../../kinds/network/toast.tsx'
import { TagsProperty } from '../../../kinds/tags/tags.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { PropertiesTable, Property } from '../../../ui/page/properties-table.tsx'

const route = getRouteApi(
  '/authenticated/projects/$project/networks/vpcs/$vpc/vpc-frame/vpc-routers/routers/$router/edit',
)

/** The panel that edits the name and the description of a router, also of the system router. */
export function RouterEdit() {
  const { router: shown, ...path } = route.useParams()
  const router = useView(
    namedQuery(vpcRouterView, { path: { router: shown }, query: path }, (id) => ({ path: { router: id } })),
  )
  const navigate = useNavigate()
  const updateRouter = useOperation(vpcRouterUpdate)
  const form = useEditForm({ name: router.name, description: router.description })
  const toList = (replace = false) =>
    navigate({ to: '/projects/$project/vpcs/$vpc/routers', params: path, replace })
  return (
    <FormPanel
      form={form}
      title="Edit router"
      submitLabel="Update router"
      onDismiss={() => void toList()}
      onSubmit={async (body) => {
        const updated = await updateRouter({ path: { router: router.id }, body })
        toastChanged('Router', updated.name, 'updated')
        await toList(true)
      }}
    >
      <Metadata of={router} />
      <PropertiesTable>
        <TagsProperty kind="vpc-router" of={router} />
        <Property label="Kind">
          <Badge color="neutral">{router.kind}</Badge>
        </Property>
      </PropertiesTable>
      <IdentityFields control={form.control} />
    </FormPanel>
  )
}
