import type { ItemOf } from '@granary/contract/call.ts'
import { currentUserSshKeyDelete, currentUserSshKeyList } from '@granary/contract/generated/client.ts'
import { Link, Outlet, useNavigate } from '@tanstack/react-router'
import KeyRound from 'lucide-react/icons/key-round'
import { ListPage } from '../../app/kit/lists/list-page.tsx'
import { NameLink } from '../../app/kit/lists/name-link.tsx'
import { useFilteredPage } from '../../app/kit/lists/use-filtered-page.ts'
import { useQuickActions } from '../../app/quick-actions/store.ts'
import { pathTo } from '../../app/paths.ts'
import { useOperation } from '../../api/operate.ts'
import { Button, buttonStyle } from '../../ui/button.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { DateTime } from '../../ui/format/date-time.tsx'
import { described } from '../../ui/table/description.tsx'
import { ActionsMenu } from '../../ui/menu/actions-menu.tsx'
import { confirmDelete } from '../../ui/overlay/confirm.tsx'
import { DocsPopover } from '../../ui/page/docs-popover.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { columnsOf } from '../../ui/table/columns.ts'
import { addToast } from '../../ui/toast/toast-store.ts'
import { Highlight } from '../../ui/toast/toasts.tsx'
import { SSH_KEY_DOCS } from '../../kinds/ssh-key/docs.ts'
import { KeyFacts } from '../../kinds/ssh-key/key-facts.tsx'

type SshKey = ItemOf<'currentUserSshKeyList'>

const column = columnsOf<SshKey>()
const columns = [
  column.accessor('name', {
    header: 'name',
    cell: ({ getValue }) => (
      <NameLink to="/settings/ssh-keys/$sshKey/edit" params={{ sshKey: getValue() }}>
        {getValue()}
      </NameLink>
    ),
  }),
  column.accessor('description', described),
  column.accessor('publicKey', {
    header: 'Fingerprint',
    cell: ({ getValue }) => <KeyFacts publicKey={getValue()} maxWidth="14rem" />,
  }),
  column.accessor('timeCreated', {
    header: 'created',
    cell: ({ getValue }) => <DateTime date={getValue()} />,
  }),
  column.actions((key) => <KeyActions sshKey={key} />),
]

const actions = [{ label: 'Add SSH key', href: pathTo('/settings/ssh-keys-new') }]

/** Lists the SSH keys of the signed-in user. */
export function SshKeyList() {
  const { page, filter } = useFilteredPage(currentUserSshKeyList, {})
  const navigate = useNavigate()
  useQuickActions('Actions', actions)
  return (
    <>
      <ListPage
        title="SSH Keys"
        icon={<KeyRound />}
        actions={<DocsPopover {...SSH_KEY_DOCS} />}
        create={
          <Link to="/settings/ssh-keys-new" className={buttonStyle()}>
            Add SSH key
          </Link>
        }
        columns={columns}
        page={page}
        filter={filter}
        rowId={(key) => key.id}
        empty={
          <EmptyState
            drawing="key"
            title="No SSH keys"
            body="Add your public key to sign in to the instances that you create."
            action={
              <Button variant="secondary" onPress={() => void navigate({ to: '/settings/ssh-keys-new' })}>
                Add SSH key
              </Button>
            }
          />
        }
      />
      <Outlet />
    </>
  )
}

const DELETE_NOTE = 'Instances created with it keep it until you remove it there.'

function KeyActions({ sshKey: { id, name, publicKey } }: { sshKey: SshKey }) {
  const deleteKey = useOperation(currentUserSshKeyDelete, { waits: true })
  const remove = async () => {
    await deleteKey({ path: { sshKey: id } })
    addToast({
      content: (
        <>
          SSH key <Highlight>{name}</Highlight> deleted
        </>
      ),
    })
  }
  return (
    <ActionsMenu
      id={id}
      entries={[
        { label: 'Copy public key', onAction: () => void copyText(publicKey) },
        {
          label: 'Delete',
          danger: true,
          onAction: () => void confirmDelete('SSH key', name, remove, DELETE_NOTE),
        },
      ]}
    />
  )
}
