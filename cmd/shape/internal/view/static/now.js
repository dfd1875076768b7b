// The view.

export async function build(section, about) {
}
