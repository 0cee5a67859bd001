import {
  networkingSwitchPortApplySettings,
  networkingSwitchPortSettingsList,
} from '@granary/contract/generated/client.ts'
import { useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { useOperation } from '../../api/operate.ts'
import { allQuery } from '../../api/queries.ts'
import { Bound } from '../../app/kit/forms/bound.tsx'
import type { FieldsOfBody } from '../../app/kit/forms/field-problems.ts'
import { FormDialog } from '../../app/kit/forms/form-dialog.tsx'
import { IfMissed } from '../../app/kit/pages/failed.tsx'
import { Listbox } from '../../ui/fields/listbox.tsx'
import { addToast } from '../../ui/toast/toast-store.ts'
import { Highlight } from '../../ui/toast/toasts.tsx'
import type { Port } from './link-state.tsx'

type Values = { settings: string | null }
const FIELDS = { portSettings: 'settings' } as const satisfies FieldsOfBody<
  'networkingSwitchPortApplySettings',
  Values
>

/** Returns why nothing can be applied, or null. */
const problemOf = (settings: string | null): string | null => (settings === null ? 'Choose settings' : null)

/** The dialog that applies settings to a switch port, in place of those that it has. */
export default function ApplySettingsDialog({ port, onClose }: { port: Port; onClose: () => void }) {
  const { portName, rackId, switchSlot, portSettingsId } = port
  const apply = useOperation(networkingSwitchPortApplySettings, { waits: true })
  const read = useQuery({ ...allQuery(networkingSwitchPortSettingsList, {}), throwOnError: false })
  const form = useForm<Values>({ defaultValues: { settings: portSettingsId } })
  const items = (read.data ?? []).map(({ id, name }) => ({ value: id, label: name }))
  return (
    <FormDialog
      form={form}
      title="Apply settings"
      fields={FIELDS}
      onDismiss={onClose}
      onSubmit={async ({ settings }) => {
        await apply({
          path: { port: portName },
          query: { rackId, switchSlot },
          body: { portSettings: settings! },
        })
        addToast({
          content: (
            <>
              Settings applied to port <Highlight>{portName}</Highlight>
            </>
          ),
        })
        onClose()
      }}
    >
      <p className="text-sm">
        Apply settings to port <Highlight>{portName}</Highlight> of {switchSlot}. Its BGP peers reach the
        switch within seconds. A mistake can cut the rack off.
      </p>
      <IfMissed what="The settings" of={read} />
      <Bound control={form.control} name="settings" problem={problemOf}>
        {(field) => (
          <Listbox
            {...field}
            label="Settings"
            hint="Created with the command granary networking-switch-port-settings create"
            items={items}
            isLoading={!read.data && read.error === null}
            noItems="No settings"
            required
          />
        )}
      </Bound>
    </FormDialog>
  )
}
