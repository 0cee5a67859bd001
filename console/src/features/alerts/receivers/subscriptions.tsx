import {
  alertReceiverSubscriptionAdd,
  alertReceiverSubscriptionRemove,
} from '@granary/contract/generated/client.ts'
import { useMemo, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useOperation } from '../../../api/operate.ts'
import { Bound } from '../../../app/kit/forms/bound.tsx'
import { FormDialog } from '../../../app/kit/forms/form-dialog.tsx'
import { useQuickActions } from '../../../app/quick-actions/store.ts'
import { Button } from '../../../ui/button.tsx'
import { ActionsMenu } from '../../../ui/menu/actions-menu.tsx'
import { confirmDelete } from '../../../ui/overlay/confirm.tsx'
import { Card } from '../../../ui/page/card.tsx'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { columnsOf } from '../../../ui/table/columns.ts'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { useClasses } from '../classes.ts'
import { Matches } from './matches.tsx'
import { type Receiver, useRefusal } from './receiver.ts'
import { problemOf, SubscriptionInput } from './subscription-input.tsx'

type Row = { receiver: Receiver; subscription: string }

const column = columnsOf<Row>()
const columns = [
  column.accessor('subscription', {
    header: 'Subscription',
    cell: ({ getValue }) => <span className="font-mono text-xs">{getValue()}</span>,
  }),
  column.display({
    id: 'matches',
    header: 'Matches',
    cell: ({ row: { original } }) => <Matches subscription={original.subscription} />,
  }),
  column.actions((row) => <RowActions row={row} />),
]

/** The classes and globs that a receiver is subscribed to. */
export function Subscriptions({ receiver }: { receiver: Receiver }) {
  const [isAdding, setAdding] = useState(false)
  const refusal = useRefusal()
  useQuickActions(
    'Actions',
    useMemo(
      () => (refusal === null ? [{ label: 'Add subscription', onAction: () => setAdding(true) }] : []),
      [refusal],
    ),
  )
  const add = (
    <Button size="sm" disabledReason={refusal} onPress={() => setAdding(true)}>
      Add subscription
    </Button>
  )
  return (
    <Card
      title="Subscriptions"
      description="The receiver gets the alerts of these classes from the moment they are added."
      actions={add}
    >
      <DataTable
        label="Subscriptions"
        columns={columns}
        rows={receiver.subscriptions.map((subscription) => ({ receiver, subscription }))}
        rowId={({ subscription }) => subscription}
        empty={<EmptyState title="No subscriptions" body="Without one, the receiver gets no alerts." />}
      />
      {isAdding && <AddDialog receiver={receiver} onClose={() => setAdding(false)} />}
    </Card>
  )
}

function AddDialog({ receiver, onClose }: { receiver: Receiver; onClose: () => void }) {
  const add = useOperation(alertReceiverSubscriptionAdd, { waits: true })
  const names = useClasses().data?.map(({ name }) => name)
  const form = useForm({ defaultValues: { subscription: '' } })
  return (
    <FormDialog
      form={form}
      title="Add subscription"
      submitLabel="Add"
      onDismiss={onClose}
      onSubmit={async (body) => {
        await add({ path: { receiver: receiver.id }, body })
        onClose()
      }}
    >
      <Bound control={form.control} name="subscription" problem={(text) => problemOf(text, names)}>
        {(field) => <SubscriptionInput {...field} taken={receiver.subscriptions} />}
      </Bound>
    </FormDialog>
  )
}

function RowActions({ row: { receiver, subscription } }: { row: Row }) {
  const remove = useOperation(alertReceiverSubscriptionRemove, { waits: true })
  return (
    <ActionsMenu
      entries={[
        {
          label: 'Remove',
          danger: true,
          disabledReason: useRefusal(),
          onAction: () =>
            void confirmDelete(
              'subscription',
              subscription,
              () => remove({ path: { receiver: receiver.id, subscription } }),
              'Pending deliveries are still sent.',
            ),
        },
      ]}
    />
  )
}
