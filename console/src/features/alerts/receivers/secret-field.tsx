import { useController, type Control, type FieldPath, type FieldPathValue } from 'react-hook-form'
import { Bound, required } from '../../../app/kit/forms/bound.tsx'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'

/** Bytes of a generated secret: those of an HMAC-SHA256. */
const BYTES = 32

const generate = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(BYTES)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')

/** A new secret of a receiver, which can be generated. It is in plain view: the user has to copy it to the receiver. */
export function SecretField<Own extends { secret: string }>({ control }: { control: Control<Own> }) {
  type Text = FieldPathValue<Own, FieldPath<Own>> & string
  const name = 'secret' as FieldPath<Own>
  const { field: own } = useController({ control, name })
  return (
    <div className="flex flex-col items-start gap-2">
      <div className="w-full">
        <Bound
          control={control}
          name={name}
          problem={(text) =>
            required('Secret')(text) ??
            ((text as Text).length > 256 ? 'must be at most 256 characters' : null)
          }
        >
          {({ value, onChange, ...field }) => (
            <TextField
              {...field}
              value={value as Text}
              onChange={(next) => onChange(next as Text)}
              label="Secret"
              hint="Signs each delivery. Copy it to the receiver now: you can't see it again."
              required
              mono
              copyable
              notPersonal
            />
          )}
        </Bound>
      </div>
      <Button variant="secondary" size="sm" onPress={() => own.onChange(generate())} changes>
        Generate secret
      </Button>
    </div>
  )
}
