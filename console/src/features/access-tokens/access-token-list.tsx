import type { ItemOf } from '@granary/contract/call.ts'
import {
  currentUserAccessTokenDelete,
  currentUserAccessTokenList,
} from '@granary/contract/generated/client.ts'
import KeySquare from 'lucide-react/icons/key-square'
import { DOCS } from '../../app/docs.ts'
import { ListPage } from '../../app/kit/lists/list-page.tsx'
import { useFilteredPage } from '../../app/kit/lists/use-filtered-page.ts'
import { useExtensions } from '../../api/extensions.ts'
import { useOperation } from '../../api/operate.ts'
import { DateTime } from '../../ui/format/date-time.tsx'
import { Missing } from '../../ui/format/missing.tsx'
import { Id } from '../../ui/format/id.tsx'
import { ActionsMenu } from '../../ui/menu/actions-menu.tsx'
import { confirmDelete } from '../../ui/overlay/confirm.tsx'
import { DocsPopover } from '../../ui/page/docs-popover.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { columnsOf } from '../../ui/table/columns.ts'
import { addToast } from '../../ui/toast/toast-store.ts'
import { Highlight } from '../../ui/toast/toasts.tsx'
import { HeaderWithTip } from '../../app/kit/lists/header-with-tip.tsx'

type AccessToken = ItemOf<'currentUserAccessTokenList'>

const column = columnsOf<AccessToken>()
const columns = [
  column.accessor('id', {
    header: () => (
      <HeaderWithTip text="ID">
        Identifies the token in lists. The secret itself is known to the device only.
      </HeaderWithTip>
    ),
    cell: ({ getValue }) => <Id id={getValue()} />,
  }),
  column.accessor('timeCreated', {
    header: 'created',
    cell: ({ getValue }) => <DateTime date={getValue()} />,
  }),
  column.accessor('timeExpires', {
    header: 'Expires',
    cell: ({ getValue }) => {
      const expires = getValue()
      return expires ? <DateTime date={expires} /> : 'Never'
    },
  }),
]
const actions = column.actions((token) => <TokenActions id={token.id} />)
const published = [...columns, actions]
/** Columns of a server with the extensions. */
const extended = [
  ...columns,
  column.accessor('name', {
    header: 'Device',
    cell: ({ getValue }) => getValue() ?? <Missing />,
  }),
  column.accessor('timeLastUsed', {
    header: 'Last used',
    meta: { sort: 'used' },
    cell: ({ getValue }) => {
      const used = getValue()
      return used ? <DateTime date={used} /> : 'Never'
    },
  }),
  actions,
]

/** Lists the access tokens of the signed-in user and revokes them. Devices request the tokens. */
export function AccessTokenList() {
  const { page, filter } = useFilteredPage(
    currentUserAccessTokenList,
    {},
    { isSearchable: false, by: 'device' },
  )
  return (
    <ListPage
      title="Access Tokens"
      icon={<KeySquare />}
      actions={
        <DocsPopover
          topic="access tokens"
          summary="An access token lets the command line, a script or another device call the API as you. A device gets one when you confirm the code it shows. Delete a token here to revoke it."
          links={[{ text: 'Access Tokens', href: DOCS.accessTokens }]}
        />
      }
      columns={useExtensions() ? extended : published}
      page={page}
      filter={filter}
      rowId={(token) => token.id}
      empty={
        <EmptyState
          drawing="token"
          title="No access tokens"
          body="When you log in on a device, such as the command line, its token appears here."
        />
      }
    />
  )
}

const DELETE_NOTE =
  "This can't be undone. Devices that use the token are signed out at once and need a new one."

function TokenActions({ id }: { id: string }) {
  const deleteToken = useOperation(currentUserAccessTokenDelete, { waits: true })
  const remove = async () => {
    await deleteToken({ path: { tokenId: id } })
    addToast({
      content: (
        <>
          Access token <Highlight>{id}</Highlight> deleted
        </>
      ),
    })
  }
  return (
    <ActionsMenu
      id={id}
      entries={[
        {
          label: 'Delete',
          danger: true,
          onAction: () => void confirmDelete('access token', id, remove, DELETE_NOTE),
        },
      ]}
    />
  )
}
