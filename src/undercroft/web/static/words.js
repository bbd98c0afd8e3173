// What scripts say: the page brings the texts, in its own language.

const table = JSON.parse(document.getElementById("words")?.textContent ?? "{}");
const rules = new Intl.PluralRules(document.documentElement.lang || "en");
const forms = rules.resolvedOptions().pluralCategories;

// Fills `{name}` with a field, and `{count:turn|turns}` with a number and the form that goes with it.
export function say(key, fields = {}) {
  return (table[key] ?? key).replace(/\{(\w+)(?::([^}]*))?\}/g, (_, name, spec) => {
    const value = fields[name];
    if (!spec) return value;
    const choices = spec.split("|");
    return `${value} ${choices[Math.min(forms.indexOf(rules.select(value)), choices.length - 1)]}`;
  });
}
