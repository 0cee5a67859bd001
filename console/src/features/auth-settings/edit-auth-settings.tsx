import { fullNumber } from '@granary/domain/numbers.ts'
import type { Extensions } from '@granary/contract/call.ts'
import { authSettingsUpdate, currentUserSignInView } from '@granary/contract/generated/client.ts'
import { useQuery } from '@tanstack/react-query'
import { type Control, useForm, useWatch } from 'react-hook-form'
import { Bound } from '../../app/kit/forms/bound.tsx'
import type { FieldsOfBody } from '../../app/kit/forms/field-problems.ts'
import { FormPanel } from '../../app/kit/forms/form-panel.tsx'
import { useExtensions } from '../../api/extensions.ts'
import { useOperation } from '../../api/operate.ts'
import { apiQuery } from '../../api/queries.ts'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import { Listbox } from '../../ui/fields/listbox.tsx'
import { NumberField } from '../../ui/fields/number-field.tsx'
import { RadioGroup } from '../../ui/fields/radio-group.tsx'
import { MessageBox } from '../../ui/message-box.tsx'
import { addToast } from '../../ui/toast/toast-store.ts'
import { lifetimeOf, type LifetimeUnit, lifetimeUnits, MAX_LIFETIME, secondsIn } from './lifetime.ts'

type Values = { limit: 'none' | 'some'; amount: number | null; unit: LifetimeUnit; required: boolean }

function lifetimeProblem(amount: number | null, { unit }: Values): string | null {
  if (amount === null) return 'Longest lifetime is required'
  const most = Math.floor(MAX_LIFETIME / secondsIn(unit))
  return amount > most ? `Must be at most ${fullNumber(most)} ${unit}` : null
}

/** The suggested limit of a silo without one. */
const MONTH = 30 * 86_400

const FIELDS = {
  deviceTokenMaxTtlSeconds: 'amount',
  secondFactorRequired: 'required',
} as const satisfies FieldsOfBody<'authSettingsUpdate', Values>

/**
 * The panel that limits the lifetime of access tokens, and requires a second factor.
 * @param maximum in seconds, null for no limit. @param required undefined on a server that has no second factors.
 */
export default function EditAuthSettings({
  maximum,
  required,
  onClose,
}: {
  maximum: number | null
  required: boolean | undefined
  onClose: () => void
}) {
  const extensions = useExtensions()
  const updateSettings = useOperation(authSettingsUpdate, { waits: true })
  const form = useForm<Values>({
    defaultValues: {
      limit: maximum === null ? 'none' : 'some',
      ...lifetimeOf(maximum ?? MONTH),
      required: required ?? false,
    },
  })
  return (
    <FormPanel
      form={form}
      title="Edit settings"
      fields={FIELDS}
      submitLabel="Update settings"
      onDismiss={onClose}
      onSubmit={async ({ limit, amount, unit, required }) => {
        const deviceTokenMaxTtlSeconds = limit === 'none' ? null : amount! * secondsIn(unit)
        const secondFactor = extensions && { secondFactorRequired: extensions.value(required) }
        await updateSettings({ body: { deviceTokenMaxTtlSeconds, ...secondFactor } })
        addToast({ content: 'Settings updated' })
        onClose()
      }}
    >
      <MessageBox>
        The limit applies to new tokens. Existing tokens keep their expiry date. To end them at once, log
        their users out.
      </MessageBox>
      <Lifetime control={form.control} />
      {required !== undefined && (
        <Bound control={form.control} name="required">
          {({ value, onChange, ...field }) => (
            <Checkbox
              {...field}
              isSelected={value}
              onChange={onChange}
              hint="Users without one set it up before they can do anything else, in open sessions and with access tokens too. That includes you."
            >
              Require a second factor from users with a password
            </Checkbox>
          )}
        </Bound>
      )}
      {extensions && required === false && <OwnFactor control={form.control} extensions={extensions} />}
    </FormPanel>
  )
}

/** Warns users who would have to set up their own second factor before they can do anything else. */
function OwnFactor({ control, extensions }: { control: Control<Values>; extensions: Extensions }) {
  const isChosen = useWatch({ control, name: 'required' })
  // Users of identity providers have no sign-in of their own here, which is an error.
  const { data } = useQuery({
    ...apiQuery(extensions.call(currentUserSignInView), {}),
    enabled: isChosen,
    throwOnError: false,
  })
  if (!isChosen || !data || data.secondFactor) return null
  return (
    <MessageBox variant="notice" title="You have no second factor">
      As soon as you update the settings, you can only set yours up, and your access tokens stop working until
      then. Set it up first to go on without a break.
    </MessageBox>
  )
}

const LIMITS = [
  { value: 'none', label: 'No limit', description: 'A token is valid until it is deleted' },
  {
    value: 'some',
    label: 'Limited',
    description: 'Every token expires after this time at the latest',
  },
] as const

function Lifetime({ control }: { control: Control<Values> }) {
  const [limit, unit] = useWatch({ control, name: ['limit', 'unit'] })
  return (
    <>
      <Bound control={control} name="limit">
        {(field) => <RadioGroup {...field} label="Lifetime of access tokens" items={LIMITS} />}
      </Bound>
      {limit === 'some' && (
        <div className="grid grid-cols-2 gap-3">
          <Bound control={control} name="amount" problem={lifetimeProblem}>
            {(field) => (
              <NumberField
                {...field}
                label="Longest lifetime"
                minValue={1}
                maxValue={Math.floor(MAX_LIFETIME / secondsIn(unit))}
                required
              />
            )}
          </Bound>
          <Bound control={control} name="unit">
            {(field) => <Listbox {...field} label="Unit" items={lifetimeUnits} />}
          </Bound>
        </div>
      )}
    </>
  )
}
