// Adds to every guide: the list of all guides (from index.html, its only source), the headings of this one, and a search
// through all of them. Without it a guide is still readable, with a link to the list.
void (async () => {
  const here = location.pathname.split('/').pop() || 'index.html'
  const pages = new Map([[here, document]])
  const read = async (file) => {
    if (!pages.has(file)) {
      const text = await (await fetch(file)).text()
      pages.set(file, new DOMParser().parseFromString(text, 'text/html'))
    }
    return pages.get(file)
  }
  const make = (tag, attributes = {}, ...children) => {
    const element = document.createElement(tag)
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
    element.append(...children)
    return element
  }
  const wordsOf = (element) => element.textContent.replace(/\s+/g, ' ').trim()
  const slug = (heading) =>
    heading.id ||
    wordsOf(heading)
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')

  const index = await read('index.html')
  const guides = [...index.querySelectorAll('main li a')].map((link) => ({
    file: link.getAttribute('href'),
    title: wordsOf(link),
  }))

  const headings = [...document.querySelectorAll('main h2')]
  for (const heading of headings) heading.id = slug(heading)
  // The headings have got their ids only now.
  if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView()

  const sections = make(
    'ul',
    {},
    ...headings.map((heading) => make('li', {}, make('a', { href: `#${heading.id}` }, wordsOf(heading)))),
  )
  const list = make(
    'ul',
    {},
    ...guides.map(({ file, title }) => {
      const link = make('a', { href: file, ...(file === here ? { 'aria-current': 'page' } : {}) }, title)
      return make('li', {}, link, ...(file === here ? [sections] : []))
    }),
  )

  const input = make('input', { type: 'search', placeholder: 'Search guides', 'aria-label': 'Search guides' })
  const found = make('ul', { class: 'found', 'aria-label': 'Search results', hidden: '' })
  const none = make('p', { role: 'status', class: 'none' })

  /** The paragraphs of a guide with the heading that each stands under. */
  const passagesOf = (page) => {
    let heading = null
    return [...page.querySelectorAll('main :is(h1, h2, p, li, td, pre)')].map((part) => {
      if (/^H[12]$/.test(part.tagName)) heading = part.tagName === 'H2' ? part : null
      return { heading, text: wordsOf(part) }
    })
  }
  const search = async () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean)
    const matches = []
    for (const { file, title } of words.length > 0 ? guides : []) {
      const passages = passagesOf(await read(file)).filter(({ text }) =>
        words.every((word) => text.toLowerCase().includes(word)),
      )
      const [first] = passages
      if (first) matches.push({ file, title, ...first, count: passages.length })
    }
    matches.sort((one, other) => other.count - one.count)
    found.replaceChildren(
      ...matches.map(({ file, title, heading, text }) =>
        make(
          'li',
          {},
          make(
            'a',
            { href: file + (heading ? `#${slug(heading)}` : '') },
            make('strong', {}, heading ? `${title}: ${wordsOf(heading)}` : title),
            make('span', {}, text),
          ),
        ),
      ),
    )
    found.hidden = matches.length === 0
    list.hidden = words.length > 0
    none.textContent = words.length > 0 && matches.length === 0 ? 'Nothing matches. Try another word.' : ''
  }
  let latest = Promise.resolve()
  input.addEventListener('input', () => (latest = latest.then(search)))

  const brand = make(
    'a',
    { href: 'index.html', class: 'brand' },
    make('img', { src: '/favicon.svg', alt: '' }),
    'Granary Docs',
  )
  const back = make('a', { href: '/', class: 'back' }, '← Back to console')
  document.querySelector('body > nav')?.remove()
  document.body.prepend(make('nav', { 'aria-label': 'Guides' }, brand, input, none, found, list, back))
})()
