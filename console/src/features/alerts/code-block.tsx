import { useId } from 'react'
import { CopyButton } from '../../ui/copy-button.tsx'

/** Text of programs with a heading, and a button that copies it. */
export function CodeBlock({ title, code }: { title: string; code: string }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="mt-5 text-sm">
      <div className="mb-1 flex items-center justify-between">
        <h4 id={id} className="text-text-muted">
          {title}
        </h4>
        <CopyButton text={code} />
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- long texts scroll by keyboard too */}
      <pre
        tabIndex={0}
        aria-labelledby={id}
        className="max-h-72 overflow-auto wrap-anywhere whitespace-pre-wrap rounded border border-border bg-surface-sunken p-3 font-mono text-xs"
      >
        {code}
      </pre>
    </section>
  )
}
