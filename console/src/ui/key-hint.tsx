/** A keyboard shortcut: 'ctrl+K'. */
export const KeyHint = ({ keys }: { keys: string }) => (
  <kbd className="inline-flex h-4.5 items-center rounded-sm border border-border px-1 font-sans text-xs leading-none text-text-muted">
    {keys}
  </kbd>
)
