import type { CallOutput } from '@granary/contract/call.ts'
import { scimTokenDelete, scimTokenList } from '@granary/contract/generated/client.ts'
import { useQuery } from '@tanstack/react-query'
import KeyRound from 'lucide-react/icons/key-round'
import { Suspense, useMemo, useState } from 'react'
import { lazyPart } from '../../ui/lazy-part.ts'
import { useExtensions } from '../../api/extensions.ts'
import { ApiError } from '../../api/errors.ts'
import { replacesPage } from '../../api/kept-page.ts'
import { apiQuery } from '../../api/queries.ts'
import { Failed } from '../../app/kit/pages/failed.tsx'
import { useQuickActions } from '../../app/quick-actions/store.ts'
import { useOperation } from '../../api/operate.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { DateTime } from '../../ui/format/date-time.tsx'
import { Missing } from '../../ui/format/missing.tsx'
import { MiddleTruncatedText } from '../../ui/format/middle-truncated-text.tsx'
import { ActionsMenu } from '../../ui/menu/actions-menu.tsx'
import { confirmDelete } from '../../ui/overlay/confirm.tsx'
import { Card } from '../../ui/page/card.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { columnsOf } from '../../ui/table/columns.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { RoleBadge } from '../../kinds/role/roles.tsx'
import { useSilo } from '../../kinds/silo/use-silo.ts'

const CreateToken = lazyPart(() => import('./create-token.tsx'))
const TokenLimit = lazyPart(() => import('./token-limit.tsx'))

type Token = CallOutput<'scimTokenList'>[number]

const column = columnsOf<Token>()
const published = [
  column.accessor('id', {
    header: 'ID',
    cell: ({ getValue }) => (
      <MiddleTruncatedText text={getValue()} maxWidth="12rem" className="font-mono text-xs" />
    ),
  }),
  column.accessor('timeCreated', {
    header: 'created',
    cell: ({ getValue }) => <DateTime date={getValue()} />,
  }),
  column.accessor('timeExpires', {
    header: 'Expires',
    cell: ({ getValue }) =>
      getValue() ? <DateTime date={getValue()} /> : <Badge color="neutral">Never</Badge>,
  }),
]
const limitColumn = column.accessor('maxFleetRole', {
  header: 'Fleet role limit',
  cell: ({ getValue }) => {
    const role = getValue()
    return role ? <RoleBadge level="fleet" role={role} /> : <Missing />
  },
})

/** Lists the tokens with which an identity provider synchronizes the silo's users and groups. */
export function ScimTab() {
  const { silo } = useSilo()
  const query = { silo: silo.name }
  const tokens = useQuery({
    ...apiQuery(scimTokenList, { query }),
    throwOnError: (error, { state }) => replacesPage(error, state.data),
  })
  const [creating, setCreating] = useState(false)
  const extensions = useExtensions()
  const [limiting, setLimiting] = useState<Token | null>(null)
  const columns = useMemo(
    () => [
      ...published,
      ...(extensions ? [limitColumn] : []),
      column.actions((token) => (
        <TokenActions id={token.id} onLimit={extensions && (() => setLimiting(token))} />
      )),
    ],
    [extensions],
  )
  const isRefused = tokens.error instanceof ApiError && tokens.error.statusCode === 403
  const isReadable = tokens.data !== undefined && !isRefused
  useQuickActions(
    'Actions',
    useMemo(
      () => (isReadable ? [{ label: 'Create token', onAction: () => setCreating(true) }] : []),
      [isReadable],
    ),
  )
  const create = (
    <Button size="sm" onPress={() => setCreating(true)}>
      Create token
    </Button>
  )
  if (silo.identityMode !== 'saml_scim') return <NoScim />
  return (
    <>
      <Card
        title="SCIM Tokens"
        description="The identity provider uses a token to create, change and delete the users and groups of this silo."
        actions={!isRefused && create}
        footer={<Address />}
      >
        {isRefused ? (
          <EmptyState
            icon={<KeyRound />}
            title="You do not have permission to view SCIM tokens"
            body="Only admins of the fleet and of this silo can manage them."
          />
        ) : (
          <DataTable
            label="SCIM Tokens"
            columns={columns}
            rows={tokens.data}
            rowId={(token) => token.id}
            error={
              tokens.error &&
              !tokens.data && (
                <Failed what="SCIM tokens" error={tokens.error} onRetry={() => void tokens.refetch()} />
              )
            }
            empty={
              <EmptyState
                drawing="token"
                title="No SCIM tokens"
                body="Create one and give it to the identity provider of this silo."
              />
            }
          />
        )}
      </Card>
      <Suspense fallback={null}>
        {extensions && limiting && (
          <TokenLimit extensions={extensions} token={limiting} onClose={() => setLimiting(null)} />
        )}
        {creating && <CreateToken silo={silo.name} onClose={() => setCreating(false)} />}
      </Suspense>
    </>
  )
}

const NoScim = () => (
  <div>
    <h2 className="sr-only">SCIM</h2>
    <EmptyState
      icon={<KeyRound />}
      title="No SCIM here"
      body="The identity mode of this silo does not use SCIM."
    />
  </div>
)

const Address = () => (
  <span className="flex min-w-0 items-center gap-1.5 text-sm text-text-muted">
    Address for the identity provider
    <code className="truncate font-mono text-xs text-text">{`${location.origin}/scim/v2`}</code>
    <CopyButton text={`${location.origin}/scim/v2`} />
  </span>
)

function TokenActions({ id, onLimit }: { id: string; onLimit: (() => void) | null }) {
  const { silo } = useSilo()
  const deleteToken = useOperation(scimTokenDelete, { waits: true })
  const remove = async () => {
    await deleteToken({ path: { tokenId: id }, query: { silo: silo.name } })
  }
  return (
    <ActionsMenu
      id={id}
      copyLabel="Copy token ID"
      entries={[
        ...(onLimit ? [{ label: 'Change fleet role limit', onAction: onLimit }] : []),
        {
          label: 'Delete',
          danger: true,
          onAction: () =>
            void confirmDelete(
              'SCIM token',
              id,
              remove,
              'The identity provider that uses it can no longer change users and groups.',
            ),
        },
      ]}
    />
  )
}
