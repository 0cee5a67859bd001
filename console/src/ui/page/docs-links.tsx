import ExternalLink from 'lucide-react/icons/external-link'

export type DocsLink = { text: string; href: string }

/** Links to the documentation, each in a new tab. */
export const DocsLinks = ({ links }: { links: DocsLink[] }) => (
  <ul className="flex flex-col gap-1 text-sm">
    {links.map(({ text, href }) => (
      <li key={href}>
        <a
          href={href}
          target="_blank"
          rel="noreferrer"
          className="inline-flex items-center gap-1.5 text-accent hover:underline"
        >
          {text}
          <ExternalLink className="size-3.5" aria-hidden />
        </a>
      </li>
    ))}
  </ul>
)
