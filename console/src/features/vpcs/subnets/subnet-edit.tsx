import { vpcSubnetUpdate, vpcSubnetView } from '@granary/contract/generated/client.ts'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useOperation } from '../../../api/operate.ts'
import { namedQuery } from '../../../api/queries.ts'
import { request } from '../../../api/request.ts'
import { useView } from '../../../api/use-view.ts'
import { Bound } from '../../../app/kit/forms/bound.tsx'
import { FormPanel } from '../../../app/kit/forms/form-panel.tsx'
import { useEditForm } from '../../../app/kit/forms/use-edit-form.ts'
import { Metadata } from '../../../app/kit/pages/metadata.tsx'
import { IdentityFields } from '../../../kinds/network/identity-fields.tsx'
import { toastChanged } from '../../../kinds/network/toast.tsx'
import { TagsProperty } from '../../../kinds/tags/tags.tsx'
import { Id } from '../../../ui/format/id.tsx'
import { PropertiesTable, Property } from '../../../ui/page/properties-table.tsx'
import { CustomRouterField, NO_ROUTER } from './custom-router-field.tsx'

const route = getRouteApi(
  '/authenticated/projects/$project/networks/vpcs/$vpc/vpc-frame/vpc-subnets/subnets/$subnet/edit',
)

const idOf = (router: string) => (router === NO_ROUTER ? null : router)

/** The panel that edits a subnet. Its blocks can't change. */
export function SubnetEdit() {
  const { subnet: shown, ...path } = route.useParams()
  const subnet = useView(
    namedQuery(vpcSubnetView, { path: { subnet: shown }, query: path }, (id) => ({ path: { subnet: id } })),
  )
  const navigate = useNavigate()
  const updateSubnet = useOperation(vpcSubnetUpdate)
  const { name, description, customRouterId } = subnet
  const [opened] = useState(customRouterId ?? NO_ROUTER)
  const form = useEditForm({ name, description, customRouter: opened })
  const toList = (replace = false) =>
    navigate({ to: '/projects/$project/vpcs/$vpc/subnets', params: path, replace })
  return (
    <FormPanel
      form={form}
      title="Edit VPC subnet"
      submitLabel="Update VPC subnet"
      onDismiss={() => void toList()}
      onSubmit={async ({ customRouter, ...identity }) => {
        // Another user may have attached a router since, which a change of the name must not detach.
        const router =
          customRouter === opened
            ? (await request(vpcSubnetView, { path: { subnet: subnet.id } })).customRouterId
            : idOf(customRouter)
        const updated = await updateSubnet({
          path: { subnet: subnet.id },
          // The API detaches the router that a request leaves out.
          body: { ...identity, customRouter: router },
        })
        toastChanged('Subnet', updated.name, 'updated')
        await toList(true)
      }}
    >
      <Metadata of={subnet} />
      <PropertiesTable>
        <TagsProperty kind="vpc-subnet" of={subnet} />
        <Property label="IPv4 block">
          <Id id={subnet.ipv4Block} />
        </Property>
        <Property label="IPv6 block">
          <Id id={subnet.ipv6Block} />
        </Property>
      </PropertiesTable>
      <IdentityFields control={form.control} />
      <Bound control={form.control} name="customRouter">
        {(field) => <CustomRouterField {...field} vpcId={subnet.vpcId} />}
      </Bound>
    </FormPanel>
  )
}
