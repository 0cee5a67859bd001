import { vpcRouterRouteUpdate, vpcRouterRouteView } from '@granary/contract/generated/client.ts'
import { getRouteApi, useLocation } from '@tanstack/react-router'
import { useOperation } from '../../../api/operate.ts'
import { namedQuery } from '../../../api/queries.ts'
import { useView } from '../../../api/use-view.ts'
import { Metadata } from '../../../app/kit/pages/metadata.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { MessageBox } from '../../../ui/message-box.tsx'
import { PropertiesTable, Property } from '../../../ui/page/properties-table.tsx'
import { ReadOnly, useReadOnly } from '../../../ui/read-only.ts'
import { RouteForm } from './route-form.tsx'
import { DEFAULT_ROUTE, END_TYPES, SUBNET_ROUTE } from './route-words.ts'

const route = getRouteApi(
  '/authenticated/projects/$project/networks/vpcs/$vpc/routers/$router/routes/$route/edit',
)

/** The panel that edits a route. A subnet's route is read-only. */
export function RouteEdit() {
  const { route: shown, ...query } = route.useParams()
  const row = useView(
    namedQuery(vpcRouterRouteView, { path: { route: shown }, query }, (id) => ({ path: { route: id } })),
  )
  const updateRoute = useOperation(vpcRouterRouteUpdate)
  const isDefault = row.kind === 'default'
  const readOnly = useReadOnly()
  const isKept = row.kind === 'vpc_subnet' || row.kind === 'vpc_peering'
  return (
    <ReadOnly value={readOnly ?? (isKept ? SUBNET_ROUTE : null)}>
      <RouteForm
        title="Edit route"
        submitLabel="Update route"
        route={row}
        draft={useLocation({ select: ({ state }) => state.routeDraft })}
        onSave={({ name, description, ...ends }) =>
          updateRoute({
            path: { route: row.id },
            // The API refuses a name and a description of a default route, even the current ones.
            body: isDefault ? ends : { name, description, ...ends },
          })
        }
        changed="updated"
      >
        {isDefault && <MessageBox>{DEFAULT_ROUTE}</MessageBox>}
        <Metadata of={row} />
        <PropertiesTable>
          <Property label="Kind">
            <Badge color="neutral">{row.kind.replace('_', ' ')}</Badge>
          </Property>
          {isDefault && (
            <Property label="Destination">
              {END_TYPES[row.destination.type]} {row.destination.value}
            </Property>
          )}
        </PropertiesTable>
      </RouteForm>
    </ReadOnly>
  )
}
