import { webhookSecretsAdd, webhookSecretsDelete } from '@granary/contract/generated/client.ts'
import { useMemo, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useOperation } from '../../../api/operate.ts'
import { FormDialog } from '../../../app/kit/forms/form-dialog.tsx'
import { useQuickActions } from '../../../app/quick-actions/store.ts'
import { Button } from '../../../ui/button.tsx'
import { DateTime } from '../../../ui/format/date-time.tsx'
import { Id } from '../../../ui/format/id.tsx'
import { ActionsMenu } from '../../../ui/menu/actions-menu.tsx'
import { confirmDelete } from '../../../ui/overlay/confirm.tsx'
import { Card } from '../../../ui/page/card.tsx'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { columnsOf } from '../../../ui/table/columns.ts'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { type Receiver, useRefusal } from './receiver.ts'
import { SecretField } from './secret-field.tsx'
import { mediumOf } from './target.ts'

type Secret = { id: string; timeCreated: Date; isNeeded: boolean }

const column = columnsOf<Secret>()
const columns = [
  column.accessor('id', { header: 'ID', cell: ({ getValue }) => <Id id={getValue()} maxWidth="20rem" /> }),
  column.accessor('timeCreated', {
    header: 'Added',
    cell: ({ getValue }) => <DateTime date={getValue()} />,
  }),
  column.actions((secret) => <SecretActions secret={secret} />),
]

/** The secrets that sign the deliveries to a receiver. */
export function Secrets({ receiver }: { receiver: Receiver }) {
  const [isAdding, setAdding] = useState(false)
  const refusal = useRefusal()
  useQuickActions(
    'Actions',
    useMemo(
      () => (refusal === null ? [{ label: 'Add secret', onAction: () => setAdding(true) }] : []),
      [refusal],
    ),
  )
  const { secrets } = receiver.kind
  const isSilent = mediumOf(receiver.kind) === 'program'
  return (
    <Card
      title="Secrets"
      description="Each delivery has a signature by every secret. To replace one without a gap, add the new one, teach it to the receiver, and delete the old one."
      actions={
        <Button size="sm" disabledReason={refusal} onPress={() => setAdding(true)}>
          Add secret
        </Button>
      }
    >
      <DataTable
        label="Secrets"
        columns={columns}
        rows={secrets.map((secret) => ({ ...secret, isNeeded: isSilent && secrets.length === 1 }))}
        rowId={({ id }) => id}
        empty={
          <EmptyState
            title="No secrets"
            body={
              isSilent
                ? 'Deliveries need a signature, so the receiver gets nothing.'
                : 'Deliveries are not signed. A chat system needs no signature.'
            }
          />
        }
      />
      {isAdding && <AddDialog receiver={receiver} onClose={() => setAdding(false)} />}
    </Card>
  )
}

function AddDialog({ receiver, onClose }: { receiver: Receiver; onClose: () => void }) {
  const add = useOperation(webhookSecretsAdd, { waits: true })
  const form = useForm({ defaultValues: { secret: '' } })
  return (
    <FormDialog
      form={form}
      title="Add secret"
      submitLabel="Add"
      onDismiss={onClose}
      onSubmit={async (body) => {
        await add({ query: { receiver: receiver.id }, body })
        onClose()
      }}
    >
      <SecretField control={form.control} />
    </FormDialog>
  )
}

function SecretActions({ secret: { id, isNeeded } }: { secret: Secret }) {
  const remove = useOperation(webhookSecretsDelete, { waits: true })
  return (
    <ActionsMenu
      id={id}
      copyLabel="Copy secret ID"
      entries={[
        {
          label: 'Delete',
          danger: true,
          disabledReason: useRefusal(),
          onAction: () =>
            void confirmDelete(
              'secret',
              id,
              () => remove({ path: { secretId: id } }),
              isNeeded
                ? 'It is the only one. Without a secret, the receiver gets nothing.'
                : 'Deliveries are no longer signed with it.',
            ),
        },
      ]}
    />
  )
}
