import { formatBytes } from '@granary/domain/numbers.ts'
import Upload from 'lucide-react/icons/upload'
import X from 'lucide-react/icons/x'
import { type DragEvent, type Ref, useImperativeHandle, useRef, useState } from 'react'
import { IconButton } from '../button.tsx'
import { MiddleTruncatedText } from '../format/middle-truncated-text.tsx'
import { FieldFrame, type FieldProps, useFieldIds } from './field.tsx'

type FileFieldProps = FieldProps & {
  value: File | null
  onChange: (file: File | null) => void
  onBlur?: () => void
  /** Extensions with their dots, separated by commas: '.pem,.crt'. */
  accept?: string
  name?: string
  required?: boolean
  ref?: Ref<HTMLInputElement>
}

/** A field that takes a dropped or chosen file. */
export function FileField({ ref, ...props }: FileFieldProps) {
  const { value, onChange, onBlur, accept, isDisabled, required } = props
  const ids = useFieldIds(props)
  const input = useRef<HTMLInputElement>(null)
  const [dragging, setDragging] = useState(false)
  useImperativeHandle(ref, () => input.current!)
  const extensions = accept
    ?.split(',')
    .map((extension) => extension.trim().replace(/^\./, ''))
    .join(', ')

  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    setDragging(false)
    const [file] = event.dataTransfer.files
    if (file && !isDisabled) onChange(file)
  }
  const clear = () => {
    // Otherwise the same file could not be chosen again.
    if (input.current) input.current.value = ''
    onChange(null)
    input.current?.focus()
  }
  return (
    <FieldFrame {...props} ids={ids}>
      <div
        data-dragging={dragging || undefined}
        data-invalid={props.error ? '' : undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setDragging(!isDisabled)
        }}
        onDragLeave={() => setDragging(false)}
        onDrop={onDrop}
        className="relative flex min-h-16 items-center justify-center gap-2 rounded border border-dashed border-border-control bg-surface-raised px-3 py-3 text-sm text-text-muted hover:bg-surface-hover has-focus-visible:outline-2 has-focus-visible:outline-focus data-dragging:border-accent data-dragging:bg-accent-soft data-invalid:border-danger"
      >
        {/* Invisible, over the whole zone: a click anywhere opens the file chooser, and the keyboard reaches it. */}
        <input
          ref={input}
          id={ids.control}
          type="file"
          name={props.name}
          accept={accept}
          disabled={isDisabled}
          aria-describedby={ids.describedBy}
          aria-invalid={props.error ? true : undefined}
          aria-required={required || undefined}
          onChange={(event) => event.target.files?.[0] && onChange(event.target.files[0])}
          onBlur={onBlur}
          className="absolute inset-0 cursor-pointer opacity-0"
        />
        {value ? (
          <>
            <MiddleTruncatedText text={value.name} className="text-text" />
            <span className="shrink-0">({formatBytes(value.size)})</span>
            <IconButton label="Clear file" tooltip={false} onPress={clear} className="relative">
              <X className="size-4" aria-hidden />
            </IconButton>
          </>
        ) : (
          <>
            <Upload className="size-4 shrink-0" aria-hidden />
            <span>
              Drop a file or click to browse
              {extensions && ` (${extensions})`}
            </span>
          </>
        )}
      </div>
    </FieldFrame>
  )
}
