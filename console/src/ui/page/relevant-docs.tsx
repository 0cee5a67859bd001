import { type DocsLink, DocsLinks } from './docs-links.tsx'

/** The end of a form panel: a line, and links to the documentation. */
export const RelevantDocs = ({ links }: { links: DocsLink[] }) => (
  <section data-docs className="mt-6 border-t border-border pt-5">
    <h3 className="mb-2 text-sm font-semibold">Relevant docs</h3>
    <DocsLinks links={links} />
  </section>
)
