import { suggestedName } from '@granary/domain/names.ts'
import type { ChangeEvent, ClipboardEvent, KeyboardEvent, ReactNode, Ref } from 'react'
import { classNames } from '../class-names.ts'
import { CopyButton } from '../copy-button.tsx'
import { FieldFrame, type FieldProps, useFieldIds } from './field.tsx'

type TextFieldProps = FieldProps & {
  value: string
  onChange?: (value: string) => void
  onBlur?: () => void
  name?: string
  placeholder?: string
  type?: 'text' | 'password'
  autoComplete?: string
  /** More than one row makes it a text area. */
  rows?: number
  /** Uses the mono font, for addresses, ids, keys and code. */
  mono?: boolean
  /** Read-only: it can be focused and copied, even where it is disabled. */
  isReadOnly?: boolean
  /** Adds a copy button at the end. */
  copyable?: boolean
  /** Rendered at the end, inside the field. */
  end?: ReactNode
  /** Keeps password managers away from fields that aren't about a person. */
  notPersonal?: boolean
  required?: boolean
  /** Returns the value in a text that was pasted or is finished, such as without the blanks around it. */
  tidy?: (text: string) => string
  ref?: Ref<HTMLInputElement & HTMLTextAreaElement>
}

type TextControl = HTMLInputElement | HTMLTextAreaElement

const NOT_PERSONAL = {
  'data-1p-ignore': '',
  'data-bwignore': '',
  'data-lpignore': 'true',
  'data-form-type': 'other',
}

/** One line of text, or with `rows` several. The accessible name is the label, followed by the hint where there is one. */
export function TextField(props: TextFieldProps) {
  const { value, onChange, name, placeholder, type = 'text', autoComplete = 'off', rows, ref } = props
  const ids = useFieldIds(props)
  const end = props.copyable ? <CopyButton text={value} /> : props.end
  const shared = {
    id: ids.control,
    name,
    placeholder,
    value,
    autoComplete,
    spellCheck: false,
    ...handlersOf(props),
    disabled: props.isDisabled && !props.isReadOnly,
    readOnly: props.isReadOnly || !onChange,
    'data-read-only': (props.isReadOnly && props.isDisabled) || undefined,
    'aria-labelledby': props.hint ? `${ids.label} ${ids.hint}` : undefined,
    'aria-describedby': props.error ? ids.error : undefined,
    'aria-invalid': props.error ? true : undefined,
    'aria-required': props.required || undefined,
    className: classNames('input', props.mono && 'font-mono text-sm', end ? 'pr-9' : undefined),
    ref,
    ...(props.notPersonal && NOT_PERSONAL),
  }
  return (
    <FieldFrame {...props} ids={ids}>
      <div className="relative">
        {rows && rows > 1 ? <textarea {...shared} rows={rows} /> : <input {...shared} type={type} />}
        {end && <div className="absolute top-0.5 right-1">{end}</div>}
      </div>
    </FieldFrame>
  )
}

/** Passes typed text on as it is, and pasted or finished text in its tidy form. */
function handlersOf({ value, onChange, onBlur, tidy, rows = 1 }: TextFieldProps) {
  if (!tidy || !onChange)
    return { onChange: ({ target }: ChangeEvent<TextControl>) => onChange?.(target.value), onBlur }
  const finish = () => {
    if (tidy(value) !== value) onChange(tidy(value))
  }
  return {
    onChange: ({ target, nativeEvent }: ChangeEvent<TextControl>) => {
      const { inputType } = nativeEvent as { inputType?: string }
      const isPasted = inputType?.startsWith('insertFrom') || target.value.length > value.length + 1
      onChange(isPasted ? tidy(target.value) : target.value)
    },
    onBlur: () => {
      finish()
      onBlur?.()
    },
    onKeyDown: ({ key }: KeyboardEvent) => {
      // Enter submits the form before the field loses the focus.
      if (key === 'Enter' && rows === 1) finish()
    },
    onPaste: (event: ClipboardEvent<TextControl>) => {
      const text = event.clipboardData.getData('text').trim()
      // A field of one line would drop the line breaks, and join what is on two lines.
      if (rows > 1 || !/[\r\n]/.test(text)) return
      event.preventDefault()
      const { selectionStart, selectionEnd } = event.currentTarget
      const before = value.slice(0, selectionStart ?? value.length)
      const after = value.slice(selectionEnd ?? value.length)
      onChange(tidy(before + text.replaceAll(/\s*[\r\n]+\s*/g, ' ') + after))
    },
  }
}

/** Returns a text without the blanks around it. */
const trimmed = (text: string): string => text.trim()

type NamedProps = Omit<TextFieldProps, 'label'> & { label?: string }
type NameFieldProps = NamedProps & {
  /** Offers the closest valid name. False where other rules hold. */
  suggests?: boolean
}

/**
 * The name of a resource. Password managers stay away. Spaces around pasted text are removed: no name has one, and the
 * user wouldn't see the problem. For any other text that is no name, the closest name is offered.
 */
export function NameField({ label = 'Name', suggests = true, ...props }: NameFieldProps) {
  const { value, onChange } = props
  const suggestion = suggests && onChange && !props.isDisabled ? suggestedName(value.trim()) : null
  return (
    <div>
      <TextField
        {...props}
        tidy={trimmed}
        label={label}
        name={props.name ?? 'name'}
        required={!props.optional}
        notPersonal
      />
      {/* Always there, so that its appearance is announced. */}
      <p role="status" className="text-sm text-text-muted">
        {suggestion && (
          <button
            type="button"
            className="mt-1 max-w-full truncate rounded text-accent hover:underline"
            onClick={() => onChange!(suggestion)}
          >
            Use <span className="font-mono">{suggestion}</span> instead
          </button>
        )}
      </p>
    </div>
  )
}

/** The description of a resource: several lines, optional by default. */
export const DescriptionField = ({
  label = 'Description',
  optional = true,
  rows = 3,
  ...props
}: NamedProps) => <TextField {...props} label={label} optional={optional} rows={rows} />
