"use strict";
const WORDS = { building: "building", checking: "not checked yet", well: "checked", wrong: "not built", away: "paperkit has ended" };
const at = (id) => document.getElementById(id);
let version = 0;

function tell(state, line) {
  document.body.dataset.state = state;
  at("state").textContent = WORDS[state] ?? state;
  at("line").textContent = at("line").title = line;
}

function element(name, kind, text) {
  const made = document.createElement(name);
  made.className = kind;
  made.textContent = text;
  return made;
}

function list(problems) {
  at("problems").hidden = problems.length === 0;
  at("problems").replaceChildren(...problems.map((each) => {
    const item = element("li", each.severity, "");
    item.append(element("span", "code", each.code), element("span", "message", `${each.name}: ${each.message}`));
    item.append(element("span", "place", each.place));
    if (each.help) item.append(element("span", "help", each.help));
    return item;
  }));
}

// A picture is fetched when it comes into sight, and stands until the new one is there.
const sight = new IntersectionObserver((seen) => seen.filter((one) => one.isIntersecting).forEach((one) => fetchPicture(one.target)),
  { rootMargin: "50% 0px" });

function inSight(picture) {
  const box = picture.getBoundingClientRect();
  return box.bottom > -innerHeight / 2 && box.top < 1.5 * innerHeight;
}

async function fetchPicture(picture) {
  const wanted = version;
  if (picture.dataset.version === String(wanted)) return;
  picture.dataset.version = wanted;
  const scale = Math.min(4, picture.clientWidth * devicePixelRatio / picture.dataset.points || 2).toFixed(2);
  const next = new Image();
  next.src = `/page/${picture.dataset.number}/${scale}/${wanted}.png`;
  try {
    await next.decode();
    if (picture.dataset.version === String(wanted)) picture.src = next.src;
  } catch {
    delete picture.dataset.version;
  }
}

function lay(pages) {
  const main = at("pages");
  while (main.children.length > pages.length) main.lastChild.remove();
  pages.forEach(([width, height], number) => {
    let picture = main.children[number];
    if (!picture) {
      picture = document.createElement("img");
      picture.alt = `Page ${number + 1}`;
      picture.dataset.number = number;
      main.append(picture);
      sight.observe(picture);
    }
    picture.dataset.points = width;
    picture.style.aspectRatio = `${width} / ${height}`;
    if (inSight(picture)) fetchPicture(picture);
  });
}

const news = new EventSource("/news");
news.onmessage = (event) => {
  const told = JSON.parse(event.data);
  version = told.version;
  document.title = at("report").textContent = told.report;
  tell(told.state, told.line);
  list(told.problems);
  lay(told.pages);
};
news.onerror = () => tell("away", "start it again to go on");
