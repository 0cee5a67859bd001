/** Shows that the control plane answers, until there is a console to show. */
export async function showProjects(): Promise<void> {
  const { items } = (await (await fetch('/v1/projects')).json()) as { items: { name: string }[] }
  document.getElementById('root')!.textContent = `projects: ${items.map(({ name }) => name).join(', ')}`
}
